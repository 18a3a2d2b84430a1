import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { freePort } from '#test/free-port.ts';
import { programEnvironment } from '#test/program-environment.ts';

const root = path.join(import.meta.dirname, '..', '..');

let data: string;
let address: string;
let shop: ChildProcess;
let said = '';

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  data = mkdtempSync(path.join(tmpdir(), 'underhood-live-'));
  const port = String(await freePort());
  address = `http://127.0.0.1:${port}`;
  const env = {
    ...programEnvironment,
    NODE_ENV: 'production',
    SHOP_MODE: 'live',
    PUBLIC_URL: address,
    PORT: port,
    DATA_DIR: data,
    LOG_LEVEL: 'info',
    IDENTITY_SECRET: 'a secret of tests, long enough to be one',
    // No stand-in listens: a live shop starts and is ready while no provider answers.
    STRIPE_SECRET_KEY: 'sk_live_standin',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_standin',
    STRIPE_WEBHOOK_SECRET: 'whsec_standin',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
    GOOGLE_CLIENT_ID: 'client-of-tests',
    GOOGLE_CLIENT_SECRET: 'secret-of-tests',
    IMGBB_API_KEY: 'key-of-tests',
    IMGBB_API_BASE: 'http://127.0.0.1:9',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Underhood <orders@shop.example>',
    TRUST_PROXY: 'loopback',
  };
  shop = spawn(process.execPath, [path.join(root, 'server', 'main.js')], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const output of [shop.stdout, shop.stderr])
    output?.setEncoding('utf8').on('data', (piece: string) => (said += piece));
  await expect(async () => expect((await fetch(`${address}/readyz`)).status).toBe(200)).toPass({
    timeout: 60_000,
  });
});

test.afterAll(async () => {
  shop.kill('SIGTERM');
  if (shop.exitCode === null) await once(shop, 'exit');
  rmSync(data, { recursive: true, force: true });
});

test('a live shop with everything configured is ready, sells nothing yet and has nobody of the demo', async () => {
  expect(await (await fetch(`${address}/api/site`)).json()).toMatchObject({
    mode: 'live',
    publicUrl: address,
    google: true,
    cards: { provider: 'stripe', publishableKey: 'pk_live_standin' },
    demoAccounts: [],
  });
  expect(await (await fetch(`${address}/api/parts`)).json()).toEqual([]);
  const signIn = await fetch(`${address}/api/identity/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email: 'admin@example.com', password: 'workshop-keys-1180' }),
  });
  expect([signIn.status >= 400, ((await signIn.json()) as { error: string }).error]).toEqual([
    true,
    'user_not_found',
  ]);
});

test('nothing of the sandboxes is there', async () => {
  for (const place of [
    '/api/dev/outbox',
    '/sandbox/google/auth',
    '/sandbox/google/jwks',
    '/images/x',
  ])
    expect([place, (await fetch(`${address}${place}`)).status]).toEqual([place, 404]);
  const pay = await fetch(`${address}/sandbox/cards/payment_intents/pi_1/confirm`, {
    method: 'POST',
    body: new URLSearchParams(),
  });
  expect(pay.status).toBe(404);
});

test('a sign-in with Google goes to Google', async () => {
  const begun = await fetch(`${address}/api/identity/sign-in/google`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ nonce: 'nonce-of-this-click', mode: 'popup' }),
  });
  const { url } = (await begun.json()) as { url: string };
  expect(url).toMatch(
    /^https:\/\/accounts\.google\.com\/o\/oauth2\/v2\/auth\?.*client_id=client-of-tests/,
  );
  expect(new URL(url).searchParams.get('redirect_uri')).toBe(
    `${address}/api/identity/callback/google`,
  );
});

test('the log tells of attacks in a line each, and of nobody by name', async () => {
  const forged = await fetch(`${address}/api/card-events`, {
    method: 'POST',
    headers: { 'stripe-signature': 't=1,v1=ab' },
    body: '{}',
  });
  expect(forged.status).toBe(400);
  const told = () => said.split('\n').filter((line) => line.includes('"securityEvent"'));
  await expect
    .poll(() => told().map((line) => (JSON.parse(line) as { securityEvent: string }).securityEvent))
    .toContain('forged_message');
  expect(told().join('\n')).toContain('"securityEvent":"sign_in_failed"');
  // The start's lines name addresses of this machine.
  const lines = said.split('\n').filter((line) => line.includes('"reqId"'));
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => /@|127\.0\.0\.1|workshop-keys|"stack"/.test(line))).toEqual([]);
});

test('the start says where no money moves, and no secret of a provider is said or kept', () => {
  expect(said).toContain('This is a live shop.');
  expect(said).toContain('No money moves: STRIPE_API_BASE');
  expect(said).not.toMatch(/sk_live|whsec|secret-of-tests|key-of-tests|admin@example/);
  // The secret came with the environment: none is made.
  expect(readdirSync(data)).not.toContain('secrets');
});
