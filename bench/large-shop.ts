import { sql, type Kysely } from 'kysely';
import type pg from 'pg';
import { withoutIndexes } from '#server/db/table-rows.ts';
import type { Tables } from '#server/db/schema.ts';
import type { TestShop } from '#test/harness.ts';
import { insertParts, makeThemFound } from './many-parts.ts';
import { makeModels, models } from './model-orders.ts';

/** One order of so many is of the part that everybody buys. */
const hotPart = 100;
const perStep = 10_000;

interface Size {
  readonly parts: number;
  readonly orders: number;
}

/**
 * Fills an empty shop with parts and orders made in SQL, whose books agree: ten orders made through the shop and their copies, each of a customer of
 * its own, of parts all over the catalogue; receipts of all kept payments. Mails have no content.
 */
export async function makeLargeShop(
  shop: TestShop,
  pool: pg.Pool,
  { parts, orders }: Size,
  say: (line: string) => void,
): Promise<void> {
  const made = await makeModels(shop);
  await shop.db
    .updateTable('mail_outbox')
    .set({ subject: '', body_text: '', letter: null })
    .execute();
  await insertParts(shop.db, parts);
  say('parts made');
  await copyModels(pool, made, orders / models - 1, say);
  await openLedger(shop.db);
  await giveReceipts(shop.db);
  // What was summed up while there were ten orders: no shop is paid in days that are over.
  await pool.query('truncate daily_sums, daily_type_sums, daily_customers');
  await pool.query('vacuum analyze');
  say('books made');
  await makeThemFound(shop.db, parts);
  await pool.query('vacuum analyze');
}

async function copyModels(
  pool: pg.Pool,
  made: readonly string[],
  copies: number,
  say: (line: string) => void,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    // Without triggers and foreign keys: what is copied has passed them.
    await client.query('set local session_replication_role = replica');
    await client.query('set local synchronous_commit = off');
    await client.query(`
      create temporary table places on commit drop as
        select id, row_number() over (order by part_number) as place, count(*) over () as parts from parts where part_number is not null;
    `);
    await client.query('create unique index on places (place)');
    await client.query('analyze places');
    await client.query(`create temporary table copies (${copyColumns}) on commit drop`);
    const statements: string[] = [];
    for (const [at, table] of copied.entries()) {
      await client.query(`create temporary table model_${at} on commit drop as ${table.rows}`);
      statements.push(await copyRows(client, table, `model_${at}`));
    }
    await withoutIndexes(client, async () => {
      for (let from = 1; from <= copies; from += perStep) {
        await client.query('truncate copies');
        await client.query(copiesOf, [made, from, Math.min(copies, from + perStep - 1)]);
        await client.query('analyze copies');
        for (const statement of statements) await client.query(statement);
        say(`copies until ${from}`);
      }
    });
    await client.query('commit');
  } finally {
    client.release(true);
  }
}

const copyColumns = `model uuid, model_buyer uuid, model_intent text, model_charge text, model_refund text,
  n bigint, order_id uuid, user_id uuid, part_id uuid, intent text, charge text, refund text, shift interval`;

/** What of a copy differs from its model. Newer copies have higher ids and are of earlier. */
const copiesOf = `
  insert into copies
  select o.id, o.user_id, coalesce(o.transaction_id, 'no intent'), coalesce(i.latest_charge, 'no charge'), coalesce(r.id::text, 'no refund'),
    n, (lpad(to_hex(n * 10 + m.place), 12, '0') || '7' || left(md5('o' || m.place || '-' || n), 19))::uuid,
    (lpad(to_hex(n * 10 + m.place), 12, '0') || '7' || left(md5('u' || m.place || '-' || n), 19))::uuid,
    p.id, 'pi_' || left(md5('i' || m.place || '-' || n), 24), 'ch_' || left(md5('c' || m.place || '-' || n), 24),
    md5(r.id::text || n)::uuid::text, -n * interval '3 minutes'
  from unnest($1::uuid[]) with ordinality m (id, place)
  cross join generate_series($2::bigint, $3::bigint) n
  join orders o on o.id = m.id
  left join card_sandbox.payment_intents i on i.id = o.transaction_id
  left join refunds r on r.order_id = o.id
  join lateral (select parts from places limit 1) all_parts on true
  join places p on p.place = case when (n * 10 + m.place) % ${hotPart} = 0 then 1 else 1 + (n * 10 + m.place) * 7919 % all_parts.parts end`;

interface Copied {
  readonly name: string;
  /** The rows of each model, with its id as \`model\`. */
  readonly rows: string;
  readonly columns: Readonly<Record<string, string>>;
}

const ofOrder = (name: string, columns: Copied['columns'] = {}): Copied => ({
  name,
  rows: `select *, order_id as model from ${name}`,
  columns: { id: 'md5(m.id::text || c.n)::uuid', order_id: 'c.order_id', ...columns },
});
const ofIntent = (name: string, intent: string, columns: Copied['columns']): Copied => ({
  name,
  rows: `select t.*, o.id as model from ${name} t join orders o on o.transaction_id = t.${intent}`,
  columns,
});
const renamed = (column: string): string =>
  `replace(replace(replace(replace(m.${column}::text, c.model::text, c.order_id::text), c.model_intent, c.intent), c.model_charge, c.charge), c.model_refund, coalesce(c.refund, ''))`;

const copied: readonly Copied[] = [
  {
    name: 'users',
    rows: 'select u.*, o.id as model from users u join orders o on o.user_id = u.id',
    columns: {
      id: 'c.user_id',
      subject: "m.subject || '-' || c.n",
      email: "c.n || '.' || m.email",
      name: "m.name || ' ' || c.n",
    },
  },
  {
    name: 'orders',
    rows: 'select *, id as model from orders',
    columns: {
      id: 'c.order_id',
      user_id: 'c.user_id',
      part_id: 'c.part_id',
      transaction_id: renamed('transaction_id'),
      email: "c.n || '.' || m.email",
      name: "m.name || ' ' || c.n",
    },
  },
  ofOrder('order_events'),
  ofOrder('stock_ledger', { part_id: 'c.part_id' }),
  ofOrder('payments', { intent_id: renamed('intent_id') }),
  ofOrder('payment_lines', { intent_id: renamed('intent_id') }),
  ofOrder('shipments'),
  ofOrder('refunds', {
    intent_id: renamed('intent_id'),
    provider_id: "'re_' || left(md5(m.provider_id || c.n), 24)",
  }),
  {
    name: 'mail_outbox',
    rows: `select t.*, o.id as model from mail_outbox t join orders o on position(o.id::text in t.event_key) > 0
      or exists (select from refunds r where r.order_id = o.id and position(r.id::text in t.event_key) > 0)`,
    columns: { id: 'md5(m.id::text || c.n)::uuid', event_key: renamed('event_key') },
  },
  ofIntent('card_sandbox.payment_intents', 'id', {
    id: 'c.intent',
    client_secret: renamed('client_secret'),
    description: renamed('description'),
    metadata: `(${renamed('metadata')})::jsonb`,
    latest_charge: 'c.charge',
  }),
  ofIntent('card_sandbox.charges', 'payment_intent', {
    id: 'c.charge',
    payment_intent: 'c.intent',
  }),
  ofIntent('card_sandbox.refunds', 'payment_intent', {
    id: "'re_' || left(md5(m.id || c.n), 24)",
    payment_intent: 'c.intent',
    charge: 'c.charge',
    metadata: `(${renamed('metadata')})::jsonb`,
  }),
];

/** SQL that inserts the copies of all rows of a model. */
async function copyRows(
  client: pg.PoolClient,
  { name, columns }: Copied,
  model: string,
): Promise<string> {
  const { rows: all } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [name],
  );
  const values = all.map(
    (column) =>
      columns[column.name] ??
      `m.${column.name}${column.type === 'timestamp with time zone' ? ' + c.shift' : ''}`,
  );
  return `insert into ${name} (${all.map((column) => column.name).join(', ')})
    select ${values.join(', ')} from copies c join ${model} m on m.model = c.model`;
}

/** As much was put in as is there and was taken. */
async function openLedger(db: Kysely<Tables>): Promise<void> {
  await sql`
    insert into stock_ledger (id, part_id, delta, reason, actor, created_at)
      select gen_random_uuid(), p.id, p.in_stock - coalesce(l.pieces, 0), 'opening', 'bench', p.created_at
      from parts p left join (select part_id, sum(delta)::int as pieces from stock_ledger group by part_id) l on l.part_id = p.id
      where p.in_stock - coalesce(l.pieces, 0) <> 0`.execute(db);
}

/** Kept payments are numbered by the time when they were made. */
async function giveReceipts(db: Kysely<Tables>): Promise<void> {
  await sql`
    insert into documents (id, kind, year, number, intent_id, content, issued_at)
      select gen_random_uuid(), 'receipt', 2026, row_number() over (order by created_at, intent_id), intent_id, '{}', created_at
      from payments where state = 'kept'`.execute(db);
}
