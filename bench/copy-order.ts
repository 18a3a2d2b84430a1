import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';

/** An order that was made through the shop. */
export interface Model {
  readonly order: string;
}

/** Its rows in the order in which they refer to each other; `ids` says how the shop makes the ids that are nothing but ids. */
const tables = [
  { name: 'orders', where: 'id::text = $1', ids: undefined },
  { name: 'payments', where: 'order_id::text = $1', ids: undefined },
  { name: 'refunds', where: 'order_id::text = $1', ids: undefined },
  { name: 'stock_ledger', where: 'order_id::text = $1', ids: 'by time' },
  { name: 'order_events', where: 'order_id::text = $1', ids: 'by time' },
  { name: 'audit_log', where: 'subject_id = $1', ids: 'by time' },
  { name: 'mail_outbox', where: `strpos(event_key || body_text, $1) > 0`, ids: 'random' },
  { name: 'idempotency_keys', where: `strpos(result::text, $1) > 0`, ids: undefined },
] as const;

const newId = {
  'by time': `(lpad(to_hex((extract(epoch from t.created_at) * 1000)::bigint + n * 180000), 12, '0') || '7' || substr(md5(random()::text), 1, 19))::uuid`,
  random: 'gen_random_uuid()',
};

/** Copies an order and everything about it so many times; each copy is three minutes later than the one before. */
export async function copyOrder(db: Database, { order }: Model, times: number): Promise<void> {
  const names = await namesOf(db, order);
  for (const { name: table, where, ids } of tables) {
    const own: Readonly<Record<string, string | undefined>> = {
      created_at: `t.created_at + n * interval '3 minutes'`,
      ...(ids === undefined ? {} : { id: newId[ids] }),
      ...(table === 'idempotency_keys' ? { key: 'gen_random_uuid()' } : {}),
    };
    const columns = await columnsOf(db, table);
    const values = columns.map(({ name, type }) => own[name] ?? copied(`t.${name}`, type, names));
    // Materialized, so that the growing table is read once.
    const copy = `
      with t as materialized (select * from ${table} where ${where.replace('$1', `'${order}'`)})
      insert into ${table} (${columns.map(({ name }) => name).join(', ')})
      select ${values.join(', ')} from t, generate_series(1, ${times}) n`;
    await sql.raw(copy).execute(db);
  }
}

async function columnsOf(db: Database, table: string) {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table}`.execute(db);
  return rows;
}

/** SQL: a column's value, in which every name of the order is replaced by that of copy `n`. */
function copied(column: string, type: string, names: readonly string[]): string {
  if (!['text', 'uuid', 'jsonb'].includes(type)) return column;
  const text = names.reduce(
    (inner, name) => `replace(${inner}, '${name}', ${renamed(name)})`,
    `${column}::text`,
  );
  return `(${text})::${type}`;
}

/** By what rows tell an order: its id, its payment's, those of its refunds. */
async function namesOf(db: Database, order: string): Promise<string[]> {
  const { rows } = await sql<{ name: string | null }>`
    select ${order} as name union select intent_id from payments where order_id = ${order}
    union select id::text from refunds where order_id = ${order}
    union select provider_id from refunds where order_id = ${order}`.execute(db);
  return rows.flatMap(({ name }) => name ?? []);
}

/** SQL: the name in copy `n`, of the same form and length. */
function renamed(name: string): string {
  const prefix = /^[a-z]+_/.exec(name)?.[0];
  const hash = `md5('${name}' || n)`;
  return prefix === undefined
    ? `${hash}::uuid::text`
    : `'${prefix}' || left(${hash}, ${name.length - prefix.length})`;
}
