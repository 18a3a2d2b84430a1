import { beforeEach, describe, expect, it } from 'vitest';
import { samplePart, samplePicture } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

let disc: string;

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
const ownImage = await samplePicture(shop, admin);
beforeEach(async () => {
  shop.clock.advance(1000);
  disc = await samplePart(shop.db, { createdAt: shop.clock.now() });
});

const inStock = async () => (await shop.request('GET', `/api/parts/${disc}`)).body.inStock;
const ledger = async () =>
  (await shop.request('GET', `/api/admin/parts/${disc}/stock`, { as: admin })).body;
const adjust = (change: number, key: string, as = admin) =>
  shop.request('POST', `/api/part/${disc}/stock`, {
    as,
    key,
    body: { change, reason: 'Delivery 4711' },
  });

describe('a write of an admin that is sent twice because its answer was lost', () => {
  it('puts a delivery into the stock once, also when both arrive at the same moment', async () => {
    const answers = await Promise.all([adjust(500, 'delivery-4711'), adjust(500, 'delivery-4711')]);
    answers.push(await adjust(500, 'delivery-4711'));

    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [200, { acknowledged: true }]),
    );
    expect([await inStock(), await ledger()]).toMatchObject([1500, [{ change: 500 }, {}]]);
  });

  it('is refused under the key of another delivery, and under the same key of another part', async () => {
    await adjust(500, 'delivery-4712');
    const other = await adjust(300, 'delivery-4712');
    expect([other.status, other.body.acknowledged, other.body.error]).toEqual([
      422,
      false,
      'key_reused',
    ]);
    disc = await samplePart(shop.db);
    expect((await adjust(500, 'delivery-4712')).body.error).toBe('key_reused');
    expect(await inStock()).toBe(1000);
  });

  it('of another admin, who chose the same key, is a delivery of its own', async () => {
    const bo = await shop.person('Bo Admin', { role: 'admin' });
    await adjust(500, 'delivery-4713');
    await adjust(500, 'delivery-4713', bo);
    expect(await inStock()).toBe(2000);
  });

  it('is done by the retry when the first one was refused', async () => {
    expect((await adjust(-2000, 'delivery-4714')).body.error).toBe('stock_too_low');
    expect((await adjust(-200, 'delivery-4714')).status).toBe(200);
    expect(await inStock()).toBe(800);
  });

  it('adds one part, and answers its id again', async () => {
    const body = {
      name: 'Oil filter',
      image: ownImage,
      description: 'A filter.',
      price: '4.50',
      inStock: '1200',
      orderQuantity: 100,
    };
    const add = (change = {}) =>
      shop.request('POST', '/api/part', {
        as: admin,
        key: 'new-part',
        body: { ...body, ...change },
      });
    const [first, again] = [await add(), await add()];

    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect((await add({ inStock: 1300 })).body.error).toBe('key_reused');
    const listed = (await shop.request('GET', '/api/parts?q=Oil%20filter')).body as unknown[];
    expect(listed).toHaveLength(1);
  });
});
