import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startShop, type TestShop } from '#test/harness.ts';

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
