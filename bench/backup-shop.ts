// The shop of bench/backup.ts: a customer's paid order, and as many copies of both as wanted, row by row.
import type { Database } from '#server/db/open.ts';
import { samplePart } from '#test/samples.ts';
import { insertCustomers } from '#test/faults/check-books.ts';
import { runningClock, startShop } from '#test/harness.ts';
import { copyOrders } from './copy-orders.ts';

const perStep = 5_000;
const quantity = 101;

/** Fills a migrated database with parts and paid orders; answers a part to order, and tokens of customers who order it. */
export async function fillBigShop(
  database: Database,
  { parts, orders, customers }: { parts: number; orders: number; customers: number },
): Promise<{ partId: string; tokens: string[] }> {
  const shop = await startShop({
    database: { ...database, close: async () => undefined },
    clock: runningClock(),
  });
  const buyer = await shop.person('Ada');
  const stock = 2_000_000_000;
  const partId = await samplePart(shop.db, { inStock: stock, priceCents: 1250, orderQuantity: 1 });
  const soldId = await samplePart(shop.db, { inStock: stock, priceCents: 1250, orderQuantity: 1 });
  const orderId = await shop.order(buyer, soldId, quantity);
  await shop.pay(buyer, orderId);
  // Its mails have arrived: a hundred thousand that wait to be sent would be another bench.
  await shop.db.updateTable('mail_outbox').set({ done_at: new Date() }).execute();
  const tokens = await insertCustomers(shop.db, customers);
  await shop.close();
  await copyParts(database, soldId, parts);
  // With its buyer: a shop all of whose orders are one customer's would be planned for as no other.
  await copyOrders(database.pool, [orderId], { count: orders, everyMs: 0, withBuyers: true });
  await database.pool.query('update parts set in_stock = in_stock - $2 where id = $1', [
    soldId,
    quantity * orders,
  ]);
  await database.pool.query('analyze');
  return { partId, tokens };
}

/** Copies of a part without stock, so that they need no ledger. */
async function copyParts({ pool }: Database, partId: string, count: number): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    "select quote_ident(attname) as name from pg_attribute where attrelid = 'parts'::regclass and attnum > 0 and attgenerated = '' and not attisdropped",
  );
  const columns = rows.map(({ name }) => name).join(', ');
  for (let from = 1; from <= count; from += perStep)
    await pool.query(
      `insert into parts (${columns}) select ${rows.map(({ name }) => `r.${name}`).join(', ')}
       from parts p, generate_series($2::int, $3::int) n, jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
         'in_stock', 0, 'part_number', 'BK-' || n, 'part_number_key', 'BK' || n, 'name', p.name || ' ' || md5(n::text))) r
       where p.id = $1`,
      [partId, from, Math.min(count, from + perStep - 1)],
    );
}
