import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
const buyer = await shop.person('Bea Buyer');
const part = await samplePart(shop.db);

/** Adds an order of 200 cents that was paid; answers its id. */
async function paidOrder({
  state = 'paid',
  refundedCents = 0,
  isDisputed = false,
} = {}): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into orders (id, user_id, part_id, part_name, image, unit_price_cents, quantity, total_cents, name, email, address, phone, state, created_at,
        paid_at, transaction_id, shipped_at, refunded_cents, disputed_since)
      select gen_random_uuid(), ${buyer.userId}, ${part}, 'Brake disc', '', 100, 2, 200, '', 'bea@example.com', '', '', ${state}, now(),
        now(), gen_random_uuid()::text, case when ${state} = 'shipped' then now() end, ${refundedCents}::int, case when ${isDisputed} then now() end
      returning id`.execute(shop.db);
  return rows[0]!.id;
}

test('what is paid and not sent is pending, also under dispute, until all of it is refunded', async () => {
  const pending = [
    await paidOrder(),
    await paidOrder({ isDisputed: true }),
    await paidOrder({ refundedCents: 100 }),
  ];
  await paidOrder({ refundedCents: 200 });
  await paidOrder({ refundedCents: 200, isDisputed: true });
  await paidOrder({ state: 'shipped' });
  await paidOrder({ state: 'shipped', isDisputed: true });
  const listed = async (address: string) => {
    const { body } = await shop.request('GET', address, { as: admin });
    return body;
  };
  const rows: { _id: string }[] = await listed('/api/order?state=pending&limit=20');
  expect(rows.map(({ _id }) => _id).toSorted()).toEqual(pending.toSorted());
  const counted = await listed('/api/admin/orders/count?state=pending');
  expect(counted).toEqual({ count: 3, more: false, total: 6 });
});
