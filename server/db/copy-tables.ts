import type pg from 'pg';
import { digestQuery, type TableDigest } from './row-digest.ts';

/** A table to copy; names and types are quoted for SQL. */
export interface CopyTable {
  name: string;
  /** Without generated columns. */
  columns: { name: string; type: string }[];
}

/** What two tables have in common when rows of one fit the other. */
export function signature({ name, columns }: CopyTable): string {
  return `${name} (${columns.map((column) => `${column.name} ${column.type}`).join(', ')})`;
}

// Without Kysely's tables of migrations: the target is migrated before the copy.
const ownTables = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%' and c.relname not like 'kysely\\_%'`;

/** The tables whose rows are copied, by name. */
export async function copiedTables(client: Pick<pg.ClientBase, 'query'>): Promise<CopyTable[]> {
  const { rows } = await client.query<CopyTable>(`
    select format('%I.%I', n.nspname, c.relname) as name,
           coalesce(json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod))
             order by a.attname) filter (where a.attgenerated = ''), '[]') as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and ${ownTables}
    group by 1 order by 1`);
  return rows;
}

/** All foreign keys, with what it takes to drop them and create them again. */
export async function foreignKeys(client: pg.PoolClient) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select format('%I.%I', n.nspname, c.relname) as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and ${ownTables} order by 1, 2`);
  return rows;
}

/** All indexes that no constraint keeps, with what it takes to create them again. */
export async function indexes(client: pg.PoolClient) {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select format('%I.%I', n.nspname, i.relname) as name, pg_get_indexdef(x.indexrelid) as definition
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid join pg_namespace n on n.oid = c.relnamespace
    where not exists (select from pg_constraint k where k.conindid = x.indexrelid) and ${ownTables} order by 1`);
  return rows;
}

/** A sequence that was used, with its last value. */
export interface UsedSequence {
  name: string;
  value: string;
}

export async function sequences(client: pg.PoolClient): Promise<UsedSequence[]> {
  const { rows } = await client.query<UsedSequence>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
    from pg_sequences where last_value is not null order by 1`);
  return rows;
}

/** A table's number of rows and checksum. */
export async function tableDigest(client: pg.PoolClient, table: CopyTable): Promise<TableDigest> {
  const { rows } = await client.query<TableDigest>(digestQuery(table));
  return rows[0] ?? { rows: 0, checksum: '' };
}
