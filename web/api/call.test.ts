import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { texts } from '#contract/texts.ts';
import { toast } from 'react-hot-toast/headless';
import { call, download, onLoginExpired, page } from './call.ts';

const id = '00000000-0000-4000-8000-000000000001';
const order = { params: { id } };
const newOrder = {
  body: { productId: id, address: 'Foundry Lane 12', phone: '+1 555-0142', quantity: 200 },
};

/** What the shop was asked, and what it answers: the network is the one thing these tests replace. */
let asked: Request[];
let answer: () => Response;
let stored: Map<string, string>;
let ended: number;
let stopListening: () => void;
const shown = vi.spyOn(toast, 'error');

beforeEach(() => {
  asked = [];
  answer = () => Response.json([]);
  stored = new Map([['accessToken', 'token-of-mara']]);
  ended = 0;
  stopListening = onLoginExpired(() => void (ended += 1));
  shown.mockClear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    asked.push(new Request(`http://shop${address}`, init));
    return answer();
  });
});

afterEach(() => {
  stopListening();
  vi.unstubAllGlobals();
});
afterAll(() => shown.mockRestore());

const refused = (status: number, error: string) => () =>
  Response.json({ error, message: 'A sentence.' }, { status });
const signedOut = () => ({
  ended,
  token: stored.get('accessToken'),
  toasts: shown.mock.calls.map(([message]) => message),
});
const expired = { ended: 1, token: undefined, toasts: [texts.loginExpired] };
const stillSignedIn = { ended: 0, token: 'token-of-mara', toasts: [] };

test('a call fills the path, leaves out empty filters, and sends the token only where the shop asks for it', async () => {
  await call('listParts', { query: { q: 'brake disc', make: '', category: undefined } });
  await call('getUser', { params: { email: 'mara+x@example.com' } });
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET http://shop/api/parts?q=brake+disc',
    'GET http://shop/api/user/mara%2Bx%40example.com',
  ]);
  expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual([
    null,
    'Bearer token-of-mara',
  ]);
});

test('an order travels as JSON with the key of its form', async () => {
  answer = () =>
    Response.json({ acknowledged: true, insertedId: id, price: 12, total: 2400 }, { status: 201 });
  expect(await call('placeOrder', newOrder, { idempotencyKey: 'form-1' })).toMatchObject({
    acknowledged: true,
  });
  expect(asked[0]?.headers.get('idempotency-key')).toBe('form-1');
  expect(await asked[0]?.json()).toEqual(newOrder.body);
});

test('a page of a list names the cursor of the next one, and the last page names none', async () => {
  answer = () =>
    Response.json([], { headers: { link: '</api/parts?limit=24&cursor=a%2Bb>; rel="next"' } });
  expect(await page('listParts', { query: {} })).toEqual({ rows: [], next: 'a+b' });
  answer = () => Response.json([]);
  expect(await page('listParts', { query: {} })).toEqual({ rows: [], next: undefined });
});

test.each([
  [401, 'session_expired'],
  [403, 'not_allowed'],
])('an orders call that is answered %i ends the session and says so', async (status, code) => {
  answer = refused(status, code);
  await expect(call('listOrders', { query: { email: 'mara@example.com' } })).rejects.toMatchObject({
    status,
    code,
    message: 'A sentence.',
  });
  expect(signedOut()).toEqual(expired);
});

test('placing, reading, paying and cancelling an order end the session alike', async () => {
  answer = refused(403, 'not_allowed');
  await expect(call('placeOrder', newOrder)).rejects.toMatchObject({ status: 403 });
  await expect(call('getOrder', { ...order, query: {} })).rejects.toMatchObject({ status: 403 });
  await expect(
    call('confirmPayment', { ...order, body: { orderId: id, transactionId: 'pi_1' } }),
  ).rejects.toMatchObject({ status: 403 });
  await expect(call('cancelOrder', { query: { id } })).rejects.toMatchObject({ status: 403 });
  expect(ended).toBe(4);
});

test('any other call ends the session when it is over, but not when the account may not do something', async () => {
  answer = refused(403, 'not_allowed');
  await expect(call('makeAdmin', { params: { email: 'tom@example.com' } })).rejects.toMatchObject({
    code: 'not_allowed',
  });
  await expect(call('shipOrder', { ...order, body: { status: 'shipped' } })).rejects.toMatchObject({
    code: 'not_allowed',
  });
  expect(signedOut()).toEqual(stillSignedIn);
  answer = refused(401, 'session_expired');
  await expect(call('listUsers', { query: {} })).rejects.toMatchObject({ code: 'session_expired' });
  expect(signedOut()).toEqual(expired);
});

test('an outage never signs anybody out, whatever the answer looks like', async () => {
  answer = () => new Response('<html>Bad gateway</html>', { status: 502 });
  await expect(call('cancelOrder', { query: { id } })).rejects.toMatchObject({
    status: 502,
    code: 'unavailable',
  });
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
  await expect(call('getOrder', { ...order, query: {} })).rejects.toMatchObject({
    status: 0,
    code: 'network',
  });
  answer = () => new Response('', { status: 200 });
  await expect(call('getOrder', { ...order, query: {} })).rejects.toMatchObject({
    code: 'internal',
  });
  expect(signedOut()).toEqual(stillSignedIn);
});

test('a refused identity token and a refused sign-out are no expired login', async () => {
  answer = refused(401, 'identity_invalid');
  const signIn = call(
    'putUser',
    { params: { email: 'mara@example.com' }, body: {} },
    { bearer: 'identity-token' },
  );
  await expect(signIn).rejects.toMatchObject({ code: 'identity_invalid' });
  await expect(call('signOut', {})).rejects.toMatchObject({ status: 401 });
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer identity-token');
  expect(signedOut()).toEqual(stillSignedIn);
});

test('an error keeps the fields the shop added, such as the nearest quantities', async () => {
  answer = () =>
    Response.json(
      { error: 'quantity_out_of_range', message: 'No.', nearest: [100, 200] },
      { status: 422 },
    );
  await expect(call('placeOrder', newOrder)).rejects.toMatchObject({
    code: 'quantity_out_of_range',
    body: { nearest: [100, 200] },
  });
});

test('a file is fetched with the token and handed over as it came; one that breaks off is none', async () => {
  answer = () => new Response('\uFEFFOrder\r\n', { headers: { 'content-type': 'text/csv' } });
  const file = await download('exportOrders', { state: 'unpaid', sort: '-total' });
  expect(Buffer.from(await file.arrayBuffer()).toString()).toBe('\uFEFFOrder\r\n');
  expect(asked.map(({ url, headers }) => [url, headers.get('authorization')])).toEqual([
    ['http://shop/api/admin/orders.csv?state=unpaid&sort=-total', 'Bearer token-of-mara'],
  ]);
  const broken = new ReadableStream({ start: (stream) => stream.error(new Error('cut')) });
  answer = () => new Response(broken);
  await expect(download('exportOrders', {})).rejects.toMatchObject({ code: 'network' });
  answer = refused(403, 'not_allowed');
  await expect(download('exportOrders', {})).rejects.toMatchObject({ status: 403 });
});

test('a file of one thing has that in its address', async () => {
  answer = () => new Response('\uFEFFRow\r\n', { headers: { 'content-type': 'text/csv' } });
  await download('exportImportFaults', {}, { id: 'i 1' });
  expect(asked.map(({ url }) => url)).toEqual(['http://shop/api/admin/imports/i%201/faults.csv']);
});

test('a large file is sent as the browser has it, under its own name', async () => {
  answer = () => Response.json({});
  const file = new File(['Number;Price'], 'prices.csv');
  await call('uploadImport', { query: { name: 'prices.csv' }, body: { file } });
  const sent = (await asked[0]?.formData())?.get('file');
  expect(sent).toMatchObject({ name: 'prices.csv', size: 12 });
});
