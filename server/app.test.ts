import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startShop, type TestShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(async () => {
  await shop.close();
});

describe('every address', () => {
  test.each([
    ['GET', '/api/parts'],
    ['GET', '/api/nothing'],
    ['GET', '/api/identity/get-session'],
    ['GET', '/healthz'],
    ['POST', '/orders?email=ada@example.com'],
  ] as const)('%s %s answers what its type says', async (method, url) => {
    expect((await shop.request(method, url)).headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
  });

  test('that nobody has answers a refusal like every other, without repeating itself', async () => {
    const { status, body } = await shop.request('POST', '/orders?email=ada@example.com');
    expect({ status, body }).toEqual({ status: 404, body: { error: 'not_found', message: 'There is nothing at this address.' } });
  });

  test('of a shop on https, and of no other, says so for a year', async () => {
    expect((await shop.request('GET', '/healthz')).headers).not.toHaveProperty('strict-transport-security');
    const secure = await startShop({ publicUrl: 'https://shop.test' });
    expect((await secure.request('GET', '/healthz')).headers).toMatchObject({ 'strict-transport-security': 'max-age=31536000' });
    await secure.close();
  });
});

test('a key that is too long to be kept is refused: the call would be done twice under it', async () => {
  const customer = await shop.person('Cora');
  const body = { productId: await samplePart(shop.db), quantity: 200, address: '12 Dock Road, Leeds', phone: '+44 20 7946 0111' };
  const place = (key: string) => shop.request('POST', '/api/orders', { as: customer, key, body });
  expect(await place('k'.repeat(256))).toMatchObject({ status: 400, body: { acknowledged: false, error: 'bad_request' } });
  const [first, again] = [await place('k'.repeat(255)), await place('k'.repeat(255))];
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect((await shop.request('GET', `/api/orders?email=${customer.email}`, { as: customer })).body).toHaveLength(1);
});
