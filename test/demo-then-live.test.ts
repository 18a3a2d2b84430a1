import { rmSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { wrongDatabase } from '#server/start/database-use.ts';
import { fillShop } from '#test/faults/check-books.ts';
import { ensureBuilt, type ShopProcess, startShopProcess } from '#test/faults/shop-process.ts';
import { freshDataDir } from './database.ts';
import { live as hosted, testKeys } from './hosted-environment.ts';
import { runProgram, runStart } from './run-start.ts';

// Each test starts several shops, which takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

// A demo with test keys and a mail server, as operators try the shop before going live, perhaps in the same folder.

const live = { ...hosted, PORT: '0' };
/** No server listens on this port. */
const mailServer = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Underhood <orders@shop.example>' };

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const dataDir = await freshDataDir();
  folders.push(dataDir);
  return dataDir;
}

/** Sends JSON, or a form, and answers what came back. */
async function send(shop: ShopProcess, way: string, body: object, token?: string) {
  const [method = '', place = ''] = way.split(' ');
  const isForm = body instanceof URLSearchParams;
  const answer = await fetch(shop.address + place, {
    method,
    headers: {
      origin: shop.address.replace('127.0.0.1', 'localhost'),
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

test('a demo with test keys, in which somebody registered and nobody else could see the mail, does not become a live shop', async () => {
  const dataDir = await newFolder();
  const shop = await startShopProcess({ dataDir, env: testKeys });
  const account = {
    name: 'Boss',
    email: 'boss@company.example',
    password: 'correct-horse-battery',
  };
  expect(await send(shop, 'POST /api/identity/sign-up/email', account)).toMatchObject({
    status: 200,
  });
  expect(await shop.end('SIGTERM')).toMatchObject({ code: 0 });

  expect(await runStart({ ...live, DATA_DIR: dataDir })).toEqual({
    code: 1,
    said: [wrongDatabase.wasDemo],
  });
  expect(await runStart({ ...live, DATA_DIR: dataDir, STRIPE_SECRET_KEY: 'sk_test_a1' })).toEqual({
    code: 1,
    said: [
      'STRIPE_SECRET_KEY is a test key: a live shop takes only live keys.',
      wrongDatabase.wasDemo,
    ],
  });
});

test('a demo with a mail server, in which an order was paid with a test card, does not become a live shop', async () => {
  const dataDir = await newFolder();
  const { tokens, partId, quantity, total } = await fillShop({ dataDir }, 1);
  const shop = await startShopProcess({ dataDir, env: mailServer });
  const wanted = {
    productId: partId,
    quantity,
    address: '12 Dock Road, Leeds',
    phone: '+44 20 7946 0111',
  };
  const orderId = String(
    (await send(shop, 'POST /api/orders', wanted, tokens[0])).body['insertedId'],
  );
  const opened = await send(
    shop,
    'POST /api/create-payment-intent',
    { price: total, orderId },
    tokens[0],
  );
  const clientSecret = String(opened.body['clientSecret']);
  const [transactionId = ''] = clientSecret.split('_secret_');
  const visa = { number: '4242424242424242', exp_month: '12', exp_year: '2035', cvc: '123' };
  const card = Object.entries(visa).map(([name, value]) => [
    `payment_method_data[card][${name}]`,
    value,
  ]);
  const form = new URLSearchParams([
    ['client_secret', clientSecret],
    ['payment_method_data[type]', 'card'],
    ...card,
  ]);
  expect(
    await send(shop, `POST /sandbox/cards/payment_intents/${transactionId}/confirm`, form),
  ).toMatchObject({ status: 200 });
  expect(
    await send(shop, `PATCH /api/orders/${orderId}`, { orderId, transactionId }, tokens[0]),
  ).toMatchObject({ status: 200 });
  await shop.end('SIGTERM');

  expect(await runStart({ ...live, DATA_DIR: dataDir })).toEqual({
    code: 1,
    said: [wrongDatabase.wasDemo],
  });
});

test('a database from before it was written down becomes a live shop when an operator says so, and then no demo any more', async () => {
  await ensureBuilt();
  const dataDir = await newFolder();
  await fillShop({ dataDir }, 1);
  expect(await runStart({ ...live, DATA_DIR: dataDir })).toEqual({
    code: 1,
    said: [wrongDatabase.unknown],
  });
  expect(await runProgram('admin.ts', { DATA_DIR: dataDir }, 'adopt', 'live')).toEqual({
    code: 0,
    said: [''],
  });
  expect(await runStart({ ...live, DATA_DIR: dataDir })).toEqual({ code: 0, said: [''] });
  expect(await runStart({ SHOP_MODE: 'demo', PORT: 'x', DATA_DIR: dataDir })).toEqual({
    code: 1,
    said: ["PORT must be a number from 0 to 65535, not 'x'.", wrongDatabase.isLive],
  });
});
