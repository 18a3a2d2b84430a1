import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Person } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const others = 5000;
let customer: Person;

/** Tables that grow with all customers, each with thousands of rows of others. */
const tables = ['mail_outbox', 'stock_ledger', 'reviews'] as const;

beforeAll(async () => {
  const part = await samplePart(shop.db, { inStock: 100_000 });
  customer = await shop.person('Quirina Duvalier');
  const order = await shop.order(customer, part, 200);
  const transactionId = await shop.pay(customer, order);
  await shop.request('POST', '/api/reviews', {
    as: customer,
    body: { productId: part, transactionId, rating: 5, message: 'Fits.' },
  });
  const admin = await shop.person('Ada Admin', { role: 'admin' });
  await shop.request('PATCH', `/api/order/${order}`, { as: admin, body: { status: 'shipped' } });
  await shop.everyMinute();
  for (const table of tables) await copyRows(table);
  await sql`vacuum analyze`.execute(shop.db);
}, 60_000);

/** Rows like the first, of somebody else. */
async function copyRows(table: (typeof tables)[number]): Promise<void> {
  const other = {
    mail_outbox: sql`jsonb_build_object('id', gen_random_uuid(), 'event_key', 'copy-' || n, 'recipient', 'buyer-' || n || '@example.com')`,
    stock_ledger: sql`jsonb_build_object('id', gen_random_uuid(), 'order_id', gen_random_uuid(), 'note', n::text)`,
    reviews: sql`jsonb_build_object('id', gen_random_uuid(), 'order_id', gen_random_uuid(), 'user_id', gen_random_uuid(), 'part_name', n::text)`,
  };
  await sql`set session_replication_role = replica`.execute(shop.db);
  await sql`
    insert into ${sql.table(table)}
      select row.* from (select to_jsonb(its) as its from ${sql.table(table)} its limit 1) one,
        generate_series(1, ${others}::int) n,
        lateral jsonb_populate_record(null::${sql.table(table)}, one.its || ${other[table]}) row`.execute(
    shop.db,
  );
  await sql`set session_replication_role = origin`.execute(shop.db);
}

async function rowsRead(): Promise<Record<string, number>> {
  await sql`select pg_stat_force_next_flush()`.execute(shop.db);
  await sql`select pg_stat_clear_snapshot()`.execute(shop.db);
  const { rows } = await sql<{ name: string; read: number }>`
    select relname as name, (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_user_tables
      where relname = any (${tables})`.execute(shop.db);
  return Object.fromEntries(rows.map(({ name, read }) => [name, read]));
}

test('closing an account reads no more rows than its own, however many others have', async () => {
  const before = await rowsRead();
  const { status } = await shop.request('POST', `/api/user/${customer.email}/close`, {
    as: customer,
    body: { typedEmail: customer.email },
  });
  const after = await rowsRead();
  expect(status).toBe(200);
  for (const table of tables)
    expect([table, (after[table] ?? 0) - (before[table] ?? 0)]).toEqual([
      table,
      expect.toSatisfy((read: number) => read > 0 && read < 100),
    ]);
});
