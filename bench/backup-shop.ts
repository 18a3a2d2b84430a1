// The shop of bench/backup.ts: a customer's paid order, and as many copies of both as wanted, row by row.
import type pg from 'pg';
import { copiedTables, type CopyTable } from '#server/db/copy-tables.ts';
import { withoutForeignKeys } from '#server/db/table-rows.ts';
import type { Database } from '#server/db/open.ts';
import { samplePart } from '#test/samples.ts';
import { insertCustomers } from '#test/faults/check-books.ts';
import { runningClock, startShop } from '#test/harness.ts';

const perStep = 5_000;
/** Shorter values of unique columns are words, such as a reason. */
const shortestKey = 16;
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
  await copyOrder(database, orderId, orders);
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

interface Model {
  readonly tables: readonly CopyTable[];
  /** Ids that each copy has others of. */
  readonly keys: readonly string[];
  /** What the rows to copy are found by. */
  readonly needles: readonly string[];
}

/** Copies every row that names the order. In each copy the rows' own keys are replaced, everywhere by the same new ones. */
async function copyOrder({ pool }: Database, orderId: string, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    const model = await modelOf(client, orderId);
    await client.query('begin');
    await withoutForeignKeys(client, () => insertCopies(client, model, count));
    await client.query('commit');
  } finally {
    client.release(true);
  }
}

async function modelOf(client: pg.PoolClient, orderId: string): Promise<Model> {
  const order = await client.query<{ buyer: string; intent: string; part: string }>(
    'select user_id as buyer, transaction_id as intent, part_id as part from orders where id = $1',
    [orderId],
  );
  const { buyer = '', intent = '', part = '' } = order.rows[0] ?? {};
  // With its buyer: a shop all of whose orders are one customer's would be planned for as no other.
  const needles = [orderId, intent, buyer].map((needle) => `%${needle}%`);
  const keys = new Set<string>();
  const tables: CopyTable[] = [];
  for (const table of await copiedTables(client)) {
    const { rows } = await client.query<{ key: string }>(
      `select distinct field.value as key from ${table.name} t, jsonb_each_text(to_jsonb(t)) field
       join pg_attribute a on a.attrelid = $2::regclass and a.attname = field.key
       where t::text like any ($1) and length(field.value) >= ${shortestKey}
         and exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any (i.indkey))`,
      [needles, table.name],
    );
    if (rows.length > 0) tables.push(table);
    for (const { key } of rows) if (key !== part) keys.add(key);
  }
  // A key that holds another one, such as an event's, becomes a new one with it.
  const all = [...keys];
  const own = all.filter((key) => !all.some((other) => other !== key && key.includes(other)));
  return { tables, keys: own, needles };
}

const uuid = /^[0-9a-f]{8}-/;

async function insertCopies(client: pg.PoolClient, model: Model, count: number): Promise<void> {
  const row = model.keys.reduce((text, key, at) => {
    const old = `$${at + 3}::text`;
    return `replace(${text}, ${old}, ${uuid.test(key) ? `md5(${old} || n)::uuid::text` : `${old} || 'x' || n`})`;
  }, 't.content');
  for (const { name, columns } of model.tables) {
    const names = columns.map((column) => column.name);
    await client.query('create temp table model (content text) on commit drop');
    await client.query(
      `insert into model select to_jsonb(t)::text from ${name} t where t::text like any ($1)`,
      [model.needles],
    );
    for (let from = 1; from <= count; from += perStep)
      await client.query(
        `insert into ${name} (${names.join(', ')}) overriding system value select ${names.map((one) => `r.${one}`).join(', ')}
         from model t, generate_series($1::int, $2::int) n, jsonb_populate_record(null::${name}, (${row})::jsonb) r`,
        [from, Math.min(count, from + perStep - 1), ...model.keys],
      );
    await client.query('drop table model');
  }
}
