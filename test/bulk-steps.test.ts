import { describe, expect, it } from 'vitest';
import { mailsTo } from './mailbox.ts';
import { samplePart } from './samples.ts';
import { useShop } from './use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
const ana = await shop.person('Ana Duarte');
const none = '00000000-0000-4000-8000-000000000000';

const post = (address: string, ids: unknown, as = admin) =>
  shop.request('POST', `/api/admin/${address}`, { as, body: { ids } });

describe('shipping many orders', () => {
  it('ships each by its own rules, once, and says of each how it went', async () => {
    const part = await samplePart(shop.db, { inStock: 10_000 });
    const [first, second, unpaid] = [
      await shop.order(ana, part, 200),
      await shop.order(ana, part, 300),
      await shop.order(ana, part, 400),
    ];
    await shop.pay(ana, first);
    await shop.pay(ana, second);
    const told = async () =>
      (await mailsTo(shop.db, ana.email)).filter(({ subject }) =>
        /shipped|on its way/i.test(subject),
      ).length;
    const before = await told();

    const results = [
      { _id: first, done: true },
      { _id: unpaid, done: false, error: 'order_not_paid', message: expect.any(String) },
      { _id: second, done: true },
      { _id: none, done: false, error: 'order_not_found', message: 'There is no such order.' },
    ];
    const answers = await Promise.all([
      post('orders/ship', [first, unpaid, second, none, first]),
      post('orders/ship', [first, unpaid, second, none]),
    ]);
    for (const { status, body } of answers)
      expect([status, body]).toEqual([200, { acknowledged: true, results }]);

    expect((await told()) - before).toBe(2);
    for (const [id, state] of [
      [first, 'shipped'],
      [second, 'shipped'],
      [unpaid, null],
    ]) {
      const { body } = await shop.request('GET', `/api/orders/${id}`, { as: ana });
      expect(body.status).toBe(state);
    }
    const { body } = await shop.request('GET', `/api/admin/audit?q=${first}`, { as: admin });
    expect(body).toEqual([expect.objectContaining({ action: 'order shipped' })]);
  });
});

describe('taking many parts out of the shop', () => {
  it('takes each out, once, and says which there are not', async () => {
    const [one, other] = [await samplePart(shop.db), await samplePart(shop.db)];
    for (const round of [1, 2]) {
      const { status, body } = await post('parts/archive', [one, none, other]);
      expect([status, body], `round ${round}`).toEqual([
        200,
        {
          acknowledged: true,
          results: [
            { _id: one, done: true },
            { _id: none, done: false, error: 'part_not_found', message: expect.any(String) },
            { _id: other, done: true },
          ],
        },
      ]);
    }
    expect((await shop.request('GET', `/api/parts/${one}`)).status).toBe(404);
    const { body } = await shop.request('GET', `/api/admin/audit?q=${one}`, { as: admin });
    expect(body).toEqual([expect.objectContaining({ action: 'part deleted' })]);
  });
});

describe.each(['orders/ship', 'parts/archive'])('%s', (address) => {
  it.each([[[]], [Array.from({ length: 101 }, () => none)], [['%27 or 1=1']], ['x']])(
    'is not asked for by %j',
    async (ids) => {
      const { status, body } = await post(address, ids);
      expect([status, body.acknowledged]).toEqual([422, false]);
    },
  );

  it('is refused to customers', async () => {
    const { status, body } = await post(address, [none], ana);
    expect([status, body.acknowledged]).toEqual([403, false]);
  });
});
