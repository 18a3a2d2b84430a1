import { expect, test } from 'vitest';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();

test('an address that nobody has answers a refusal like every other, without repeating itself', async () => {
  const { status, body } = await shop.request('POST', '/orders?email=ada@example.com');
  expect({ status, body }).toEqual({
    status: 404,
    body: { error: 'not_found', message: 'There is nothing at this address.' },
  });
});

test('a key that is too long to be kept is refused: the call would be done twice under it', async () => {
  const customer = await shop.person('Cora');
  const body = {
    productId: await samplePart(shop.db),
    quantity: 200,
    address: '12 Dock Road, Leeds',
    phone: '+44 20 7946 0111',
  };
  const place = (key: string) => shop.request('POST', '/api/orders', { as: customer, key, body });
  expect(await place('k'.repeat(256))).toMatchObject({
    status: 400,
    body: { acknowledged: false, error: 'bad_request' },
  });
  const [first, again] = [await place('k'.repeat(255)), await place('k'.repeat(255))];
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(
    (await shop.request('GET', `/api/orders?email=${customer.email}`, { as: customer })).body,
  ).toHaveLength(1);
});

test.each([' ', '\n', '\t\r\n '])(
  'white space alone (%j) is no JSON, and not the empty body that some calls take',
  async (body) => {
    const customer = await shop.person('Cora');
    const sent = await shop.request('PUT', `/api/users/${customer.email}`, { as: customer, body });
    expect([sent.status, sent.body]).toEqual([
      400,
      { result: { acknowledged: false }, error: 'bad_request', message: expect.any(String) },
    ]);
  },
);
