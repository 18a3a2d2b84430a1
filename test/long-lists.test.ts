import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { samplePart } from './samples.ts';
import { useShop } from './use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 10_000 });
/** Of each kind: more than are counted. */
const many = 12_000;

const idOf = (kind: number) =>
  sql`('00000000-0000-7000-800${sql.lit(kind)}-' || lpad(n::text, 12, '0'))::uuid`;
const madeAt = sql`timestamptz '2026-01-01' + n * interval '1 minute'`;

beforeAll(async () => {
  const part = await samplePart(shop.db, { name: 'Brake disc' });
  await sql`
    insert into users (id, issuer, subject, email, email_verified, name, created_at, updated_at)
      select ${idOf(1)}, 'test', n::text, n || '@example.com', true, 'Buyer ' || n, ${madeAt}, now() from generate_series(1, ${many}::int) n`.execute(
    shop.db,
  );
  await sql`insert into batches (id, user_id, created_at) select ${idOf(2)}, ${idOf(1)}, ${madeAt} from generate_series(1, ${many}::int) n`.execute(
    shop.db,
  );
  await sql`
    insert into orders (id, user_id, part_id, part_name, image, unit_price_cents, quantity, total_cents, name, email, address, phone, state, created_at,
        paid_at, transaction_id, shipped_at, refunded_cents, batch_id)
      select ${idOf(3)}, ${idOf(1)}, ${part}, 'Brake disc', '/pictures/brake-disc.webp', 100, 2, 200, 'Buyer ' || n, n || '@example.com', '', '', 'shipped', ${madeAt},
        ${madeAt}, 'pi_' || n, ${madeAt}, case when n % 1000 = 0 then 200 else 0 end, ${idOf(2)}
      from generate_series(1, ${many}::int) n`.execute(shop.db);
  await sql`vacuum analyze`.execute(shop.db);
}, 120_000);

const get = async (address: string) => (await shop.request('GET', address, { as: admin })).body;

it.each(['orders', 'users', 'batches'])(
  'an admin is told that there are more %s than are counted',
  async (rows) => {
    expect(await get(`/api/admin/${rows}/count`)).toMatchObject({ count: 10_000, more: true });
  },
);

it('orders that are not all counted have no sum', async () => {
  expect(await get('/api/admin/orders/count')).toEqual({ count: 10_000, more: true, total: null });
  const few = await get('/api/admin/orders/count?state=refunded');
  expect(few).toEqual({ count: 12, more: false, total: 24 });
});
