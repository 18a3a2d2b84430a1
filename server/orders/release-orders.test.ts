import { describe, expect, it } from 'vitest';
import type { Person } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
const disc = await samplePart(shop.db, { inStock: 10_000 });
const [hoarder, ana] = [
  await shop.person('Hoarder', { emailVerified: false }),
  await shop.person('Ana Duarte'),
];
/** Orders of an account that never paid; of a customer who has, one is paid and one is not. */
const hoarded: string[] = [];
for (const quantity of [200, 300, 400])
  hoarded.push(await shop.order(hoarder, disc, quantity, '203.0.113.66'));
const paid = await shop.order(ana, disc, 200);
await shop.pay(ana, paid);
const trusted = await shop.order(ana, disc, 500);

const listed = async (query: string) => {
  const { body } = await shop.request('GET', `/api/order?${query}`, { as: admin });
  return (body as { _id: string }[]).map(({ _id }) => _id);
};
const release = (orderIds: string[], as: Person = admin) =>
  shop.request('POST', '/api/admin/orders/release', { as, body: { orderIds } });
const holds = async () =>
  (await shop.request('GET', '/api/admin/doctor', { as: admin })).body.unpaidHolds;

describe('pieces that accounts keep which never paid', () => {
  it('are added up by the doctor, and their orders are listed for admins', async () => {
    expect(await holds()).toEqual({ orders: 3, accounts: 1, pieces: 900 });
    expect((await listed('state=never-paid')).toSorted()).toEqual(hoarded.toSorted());
    expect(await listed('state=never-paid&q=Ana')).toEqual([]);
    expect((await listed('state=unpaid')).toSorted()).toEqual([...hoarded, trusted].toSorted());
  });

  it('are put back on sale by an admin, each order with its line in the audit log, once', async () => {
    const [first = '', second = '', third = ''] = hoarded;
    const customer = await shop.person('Nosy');
    expect((await release([first], customer)).status).toBe(403);
    const none = '00000000-0000-4000-8000-000000000000';

    const answers = await Promise.all([
      release([first, second, second, paid, none]),
      release([second, first]),
    ]);
    expect(
      answers.map(({ status, body }) => [status, body.acknowledged, body.released.toSorted()]),
    ).toEqual([
      [200, true, [first, second].toSorted()],
      [200, true, [first, second].toSorted()],
    ]);
    expect(
      answers[0]?.body.kept.toSorted((one: { error: string }, other: { error: string }) =>
        one.error.localeCompare(other.error),
      ),
    ).toEqual([
      { _id: none, error: 'order_not_found', message: 'There is no such order.' },
      { _id: paid, error: 'order_paid', message: 'This order is paid already.' },
    ]);
    expect(await holds()).toEqual({ orders: 1, accounts: 1, pieces: 400 });
    expect(await listed('state=never-paid')).toEqual([third]);
    const { in_stock } = await shop.db
      .selectFrom('parts')
      .select('in_stock')
      .where('id', '=', disc)
      .executeTakeFirstOrThrow();
    expect(in_stock).toBe(10_000 - 400 - 200 - 500);
    for (const id of [first, second]) {
      const { body } = await shop.request('GET', `/api/admin/audit?q=${id}`, { as: admin });
      expect(body).toEqual([
        expect.objectContaining({ action: 'order cancelled', actor: admin.email }),
      ]);
    }
  });

  it.each([
    [[]],
    [Array.from({ length: 101 }, () => '00000000-0000-4000-8000-000000000000')],
    [['%27 or 1=1']],
  ])('are not asked for by %j', async (orderIds) => {
    expect((await release(orderIds)).status).toBe(422);
  });
});
