import { sql, type QueryCreator, type Selectable } from 'kysely';
import type { PartsQuery } from '#contract/parts.ts';
import type { Page } from '#contract/api.ts';
import { longestPage } from '#contract/fields.ts';
import { fetchPage, newestFirst, pageOf, pageQuery } from '#server/db/page.ts';
import { prepared, rowsOf } from '#server/db/prepared.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';
import { partColumns, type PartRow, wholePartColumns, type WholePartRow } from './part-row.ts';

export type { PartRow };

/** Parts on sale of a category, newest first. */
export function listParts(
  db: Database,
  { category, ...page }: Pick<PartsQuery, 'category' | 'limit' | 'cursor'>,
): Promise<Page<PartRow[]>> {
  if (page.cursor === undefined) return firstPage(db, { category, limit: page.limit });
  return fetchPage(partsOf(db, category), newestFirst('parts'), page);
}

function partsOf(db: Database, category: string | undefined) {
  const rows = db.selectFrom('parts').select(partColumns).where('archived_at', 'is', null);
  return category ? rows.where('category_id', '=', category) : rows;
}

interface FirstPage {
  readonly category: string;
  readonly limit: number;
}

const newestParts = prepared((db, { limit }: Pick<FirstPage, 'limit'>) =>
  pageQuery(partsOf(db, undefined), newestFirst('parts'), { limit }),
);
const newestOfCategory = prepared((db, { category, limit }: FirstPage) =>
  pageQuery(partsOf(db, category), newestFirst('parts'), { limit }),
);

/** The page that most visitors see. */
async function firstPage(
  db: Database,
  { category, limit = longestPage }: Pick<PartsQuery, 'category' | 'limit'>,
): Promise<Page<PartRow[]>> {
  const oneMore = limit + 1;
  const query = category
    ? newestOfCategory({ category, limit: oneMore })
    : newestParts({ limit: oneMore });
  return pageOf(await rowsOf(db, query), limit);
}

/** One part on sale; undefined when there is none. */
export async function findPart(db: Database, id: string): Promise<WholePartRow | undefined> {
  return (await rowsOf(db, wholePart({ id })))[0];
}

const wholePart = prepared((db, { id }: { id: string }) =>
  db
    .selectFrom('parts')
    .select(wholePartColumns)
    .where('id', '=', id)
    .where('archived_at', 'is', null),
);

/** Those of the parts that are on sale, in no order. */
export function findPartsById(db: Database, ids: readonly string[]): Promise<PartRow[]> {
  return db
    .selectFrom('parts')
    .select(partColumns)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('archived_at', 'is', null)
    .execute();
}

/** The parts, those that are archived too, in no order. */
export function findPartsEverSold(
  db: Database,
  ids: readonly string[],
): Promise<(PartRow & { archived_at: Date | null })[]> {
  return db
    .selectFrom('parts')
    .select([...partColumns, 'archived_at'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Whether there is such a part, archived or not. */
export async function partExists(db: Database, id: string): Promise<boolean> {
  return (
    (await db.selectFrom('parts').select('id').where('id', '=', id).executeTakeFirst()) !==
    undefined
  );
}

/** Pieces of a part. */
interface Pieces {
  readonly partId: string;
  readonly quantity: number;
}

/**
 * Locks those of the parts that are on sale until the commit, and answers their rows. All who change the stock of several parts
 * lock them so first, in the order of their ids: then nobody waits in a circle.
 */
export function lockParts(tx: Database, ids: readonly string[]): Promise<PartRow[]> {
  return tx
    .selectFrom('parts')
    .select(partColumns)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Takes pieces of several parts off sale, after `lockParts` has shown that there are enough. */
export function takeStockOf(tx: Database, pieces: readonly Pieces[]): Promise<void> {
  return addStock(tx, pieces, -1);
}

/** Puts pieces of several parts back on sale. */
export async function returnStockOf(tx: Database, pieces: readonly Pieces[]): Promise<void> {
  const ids = pieces.map(({ partId }) => partId);
  await sql`select id from parts where id = any(${ids}::uuid[]) order by id for no key update`.execute(
    tx,
  );
  await addStock(tx, pieces, 1);
}

/** Each part at most once. */
async function addStock(tx: Database, pieces: readonly Pieces[], sign: 1 | -1): Promise<void> {
  const ids = pieces.map(({ partId }) => partId);
  const deltas = pieces.map(({ quantity }) => sign * quantity);
  await sql`
    update parts set in_stock = in_stock + changed.delta
    from unnest(${ids}::uuid[], ${deltas}::integer[]) as changed (id, delta)
    where parts.id = changed.id`.execute(tx);
}

/** Puts pieces back on sale. */
export async function returnStock(db: Database, partId: string, quantity: number): Promise<void> {
  await db
    .updateTable('parts')
    .set((is) => ({ in_stock: is('in_stock', '+', quantity) }))
    .where('id', '=', partId)
    .execute();
}

/** The statement that writes one change of stock into the append-only ledger. */
function ledgerRow(db: QueryCreator<Tables>, row: Selectable<Tables['stock_ledger']>) {
  return db.insertInto('stock_ledger').values(row);
}

/** Writes one change of stock into the append-only ledger. */
export async function insertLedgerRow(
  db: Database,
  row: Selectable<Tables['stock_ledger']>,
): Promise<void> {
  await ledgerRow(db, row).execute();
}

/** As `insertLedgerRow`, of several changes. */
export async function insertLedgerRows(
  db: Database,
  rows: Selectable<Tables['stock_ledger']>[],
): Promise<void> {
  await db.insertInto('stock_ledger').values(rows).execute();
}

/** The statement for the categories in their order. */
export const categoryNames = prepared((db) =>
  db.selectFrom('categories').select(['id', 'name']).orderBy('position'),
);

/** The categories in their order, with their numbers of parts on sale. */
export function listCategories(db: Database) {
  return db
    .selectFrom('categories')
    .leftJoin('parts', (join) =>
      join.onRef('parts.category_id', '=', 'categories.id').on('parts.archived_at', 'is', null),
    )
    .select(['categories.id', 'categories.name'])
    .select((is) => is.fn.count<number>('parts.id').as('parts'))
    .groupBy(['categories.id', 'categories.name', 'categories.position'])
    .orderBy('categories.position')
    .execute();
}
