// Copies of orders for the benches: made through the shop once, multiplied row by row.
import type pg from 'pg';
import { copiedTables } from '#server/db/copy-tables.ts';
import { withoutForeignKeys, withoutIndexes } from '#server/db/table-rows.ts';

const perStep = 5_000;
/** Shorter values of unique columns are words, such as a reason. */
const shortestKey = 16;

interface Copies {
  /** Of each order. */
  readonly count: number;
  /** Each copy is so much later than the one before. */
  readonly everyMs: number;
  /** Whether each copy is of a customer of its own. */
  readonly withBuyers: boolean;
}

/**
 * Copies every row that names one of the orders. In each copy the rows' own keys are replaced, everywhere by the same new ones of the
 * same form; people (but for buyers, if they are copied) and parts stay the same.
 */
export async function copyOrders(
  pool: pg.Pool,
  orders: readonly string[],
  copies: Copies,
): Promise<void> {
  const client = await pool.connect();
  try {
    // All of them first: later every one would be looked for among the copies.
    const models: Model[] = [];
    for (const order of orders) models.push(await modelOf(client, order, copies));
    await client.query('begin');
    await withoutForeignKeys(client, () =>
      withoutIndexes(client, async () => {
        for (const model of models) await insertCopies(client, model, copies);
      }),
    );
    await client.query('commit');
  } finally {
    client.release(true);
  }
}

interface Model {
  readonly tables: readonly {
    readonly name: string;
    readonly columns: readonly string[];
    /** As JSON. */
    readonly rows: readonly string[];
  }[];
  /** Ids that each copy has others of. */
  readonly keys: readonly string[];
}

async function modelOf(
  client: pg.PoolClient,
  order: string,
  { withBuyers }: Copies,
): Promise<Model> {
  const named = await client.query<{ buyer: string; intent: string | null }>(
    'select user_id as buyer, transaction_id as intent from orders where id = $1',
    [order],
  );
  const { buyer = '', intent } = named.rows[0] ?? {};
  const needles = [order, intent ?? order, ...(withBuyers ? [buyer] : [])];
  const found = needles.map((needle) => `%${needle}%`);
  const keys = new Set<string>();
  const tables: Model['tables'][number][] = [];
  for (const { name, columns } of await copiedTables(client)) {
    const { rows } = await client.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t where t::text like any ($1)`,
      [found],
    );
    if (rows.length === 0) continue;
    tables.push({
      name,
      columns: columns.map((one) => one.name),
      rows: rows.map(({ row }) => row),
    });
    for (const key of await uniqueValues(client, name, rows)) keys.add(key);
  }
  const kept = await client.query<{ id: string }>(
    'select id::text from users where $1 or id <> $2 union all select id::text from parts',
    [!withBuyers, buyer],
  );
  for (const { id } of kept.rows) keys.delete(id);
  // A key that holds another one, such as an event's, becomes a new one with it.
  const all = [...keys];
  return {
    tables,
    keys: all.filter((key) => !all.some((other) => other !== key && key.includes(other))),
  };
}

async function uniqueValues(
  client: pg.PoolClient,
  table: string,
  rows: readonly { row: string }[],
): Promise<string[]> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select distinct attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
     where indrelid = $1::regclass and indisunique`,
    [table],
  );
  return rows
    .map(({ row }) => JSON.parse(row) as Record<string, unknown>)
    .flatMap((row) => columns.map(({ name }) => String(row[name] ?? '')))
    .filter((value) => value.length >= shortestKey);
}

async function insertCopies(
  client: pg.PoolClient,
  { tables, keys }: Model,
  { count, everyMs }: Copies,
): Promise<void> {
  const text = keys.reduce(
    (inner, key) => `replace(${inner}, '${key}', ${renamed(key, everyMs)})`,
    't.row',
  );
  for (const { name, columns, rows } of tables) {
    const later = columns.includes('created_at')
      ? ` || jsonb_build_object('created_at', (t.row::jsonb ->> 'created_at')::timestamptz + n::bigint * ${everyMs} * interval '1 ms')`
      : '';
    for (let from = 1; from <= count; from += perStep)
      await client.query(
        `insert into ${name} (${columns.join(', ')}) overriding system value select ${columns.map((one) => `r.${one}`).join(', ')}
         from unnest($3::text[]) t (row), generate_series($1::int, $2::int) n, jsonb_populate_record(null::${name}, (${text})::jsonb${later}) r`,
        [from, Math.min(count, from + perStep - 1), rows],
      );
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])/;

/** SQL: the key in copy `n`, of the same form; one that begins with its time with that of the copy. */
function renamed(key: string, everyMs: number): string {
  const hash = `md5('${key}' || n)`;
  const version = uuid.exec(key)?.[1];
  if (version === '7') {
    const ms = Number.parseInt(key.replaceAll('-', '').slice(0, 12), 16);
    return `(lpad(to_hex(${ms} + n::bigint * ${everyMs}), 12, '0') || '7' || left(${hash}, 19))::uuid::text`;
  }
  if (version !== undefined) return `${hash}::uuid::text`;
  const prefix = /^[a-z]+_/.exec(key)?.[0];
  return prefix === undefined
    ? `'${key}' || 'x' || n`
    : `'${prefix}' || left(${hash}, ${key.length - prefix.length})`;
}
