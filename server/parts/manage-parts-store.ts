import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Page } from '#contract/api.ts';
import { mostListed } from '#contract/counted.ts';
import { dayMs } from '#contract/durations.ts';
import {
  mostManagedFound,
  type ManagedPartsQuery,
  type ManagedPartsWanted,
  type PartFacts,
} from '#contract/parts.ts';
import { before } from '#server/clock.ts';
import {
  countFirst,
  fetchJoinedPage,
  fetchPage,
  newestFirst,
  sortedBy,
  type ListOrder,
  type PageWanted,
} from '#server/db/page.ts';
import { amongFew } from '#server/db/few-rows.ts';
import type { Tables } from '#server/db/schema.ts';
import { typesNamed } from '#server/search/types-named.ts';
import {
  columnsOf,
  partColumns,
  type PartRow,
  wholePartColumns,
  type WholePartRow,
} from './part-row.ts';
import { isMeantBy, type Meant } from './matching-parts.ts';
import type { Database } from '#server/shop.ts';

/** A part's row with whether it is out of the shop. */
export type ManagedPartRow = PartRow & { archived_at: Date | null };

const columns = [...partColumns, 'archived_at'] as const;

/** Parts as the admin's table wants them; of those that words find not many more than `enough`. */
export async function listManagedParts(
  db: Database,
  query: ManagedPartsQuery,
  { now, enough = mostManagedFound + 1 }: { now: Date; enough?: number | undefined },
): Promise<Page<ManagedPartRow[]>> {
  const { q, show = 'sale', sort } = query;
  const order = sortedBy('parts', sort, sortValues);
  if (show === 'all' && !q && order.type === 'time') return listEveryPart(db, order, query);
  const rows = partsWanted(db, query, { types: await typesOf(db, query), enough, now });
  const few =
    (show === 'low' || show === 'sold-out') && !q && order.type !== 'time'
      ? await amongFew(db, rows, 'parts', show === 'low' ? undefined : mostManagedFound)
      : undefined;
  return fetchPage((few ? db.selectFrom('parts').where(few) : rows).select(columns), order, query);
}

/** By age: those on sale and those out of the shop have an index each, which together are in order. */
function listEveryPart(
  db: Database,
  order: ListOrder,
  wanted: PageWanted,
): Promise<Page<ManagedPartRow[]>> {
  const of = (show: 'sale' | 'archived') =>
    fetchPage(db.selectFrom('parts').where(listed[show]).select(columns), order, wanted);
  return fetchJoinedPage([of('sale'), of('archived')], {
    ...wanted,
    descending: order.descending,
  });
}

/** How many parts that table has in all, so far as they are counted. */
export async function countManagedParts(db: Database, query: ManagedPartsWanted, now: Date) {
  // What is looked for by words or by sales is found one by one.
  const most = query.q || query.show === 'sold-out' ? mostManagedFound : mostListed;
  const found = { types: await typesOf(db, query), enough: most + 1, now };
  return countFirst(db, partsWanted(db, query, found), most);
}

const listed = {
  all: sql<boolean>`true`,
  sale: sql<boolean>`archived_at is null`,
  low: sql<boolean>`archived_at is null and in_stock < order_quantity`,
  archived: sql<boolean>`archived_at is not null`,
};

/** Days within which a sale makes a part that nobody can order one to buy again. */
const soldWithinDays = 30;

/** Whether a part was sold lately: of many all that were, of a few each is looked up. */
function soldLately(now: Date, of: 'many' | 'few'): RawBuilder<boolean> {
  const since = before(now, soldWithinDays * dayMs);
  return of === 'many'
    ? sql`id in (select part_id from orders where paid_at >= ${since})`
    : sql`(select true from orders o where o.part_id = parts.id and o.paid_at >= ${since} limit 1)`;
}

/** Lists with an index of their own. */
const haveIndex: ReadonlySet<string> = new Set(['low', 'sold-out', 'archived']);

/** The part types of which a name has all words of the text. */
async function typesOf(db: Database, { q, show = 'sale' }: ManagedPartsWanted): Promise<string[]> {
  return q && show === 'sale' ? typesNamed(db, q) : [];
}

function partsWanted(
  db: Database,
  { q, show = 'sale' }: ManagedPartsWanted,
  { now, ...found }: Pick<Meant, 'types' | 'enough'> & { readonly now: Date },
) {
  const its = listed[show === 'sold-out' ? 'low' : show];
  const also = show === 'sold-out' ? soldLately(now, q ? 'few' : 'many') : undefined;
  const all = db.selectFrom('parts').where(its);
  const rows = also ? all.where(also) : all;
  return q
    ? rows.where(
        isMeantBy({ ...found, typed: q, listed: its, hasIndex: haveIndex.has(show), also }),
      )
    : rows;
}

const sortValues = {
  name: { by: sql`lower(name)`, type: 'text' },
  price: { by: sql.ref('price_cents'), type: 'number' },
  stock: { by: sql.ref('in_stock'), type: 'number' },
  minimum: { by: sql.ref('order_quantity'), type: 'number' },
} as const;

/** A part, in the shop or out of it. */
export function findManagedPart(db: Database, id: string): Promise<WholeManagedRow | undefined> {
  return db.selectFrom('parts').select(wholeColumns).where('id', '=', id).executeTakeFirst();
}

/** A part's row with all facts that stand in it. */
export type WholeManagedRow = WholePartRow & ManagedPartRow;

const wholeColumns = [...wholePartColumns, 'archived_at'] as const;

/**
 * A part, in the shop or out of it, locked until the end of the transaction, and with it another one: in the same order for all,
 * so that two editors of the two wait for each other and not for ever.
 */
export async function lockPart(
  tx: Database,
  id: string,
  other: string | null = null,
): Promise<WholeManagedRow | undefined> {
  const rows = await tx
    .selectFrom('parts')
    .select(wholeColumns)
    .where('id', 'in', other === null ? [id] : [id, other])
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.find((row) => row.id === id);
}

/** Stores a new part without stock; stock comes by the ledger. */
export async function insertPart(
  tx: Database,
  id: string,
  facts: PartFacts,
  now: Date,
): Promise<void> {
  const times = { created_at: now, updated_at: now };
  await tx
    .insertInto('parts')
    .values({ id, ...columnsOf(facts), in_stock: 0, ...times })
    .execute();
}

/** Changes a part's facts, or whether it is out of the shop. */
export async function updatePart(
  tx: Database,
  id: string,
  change: ReturnType<typeof columnsOf> | Pick<ManagedPartRow, 'archived_at'>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('parts')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Puts pieces in or takes them out; false when there are not that many. */
export async function changeStock(tx: Database, id: string, change: number): Promise<boolean> {
  const row = await tx
    .updateTable('parts')
    .set((is) => ({ in_stock: is('in_stock', '+', change) }))
    .where('id', '=', id)
    .where(sql<boolean>`in_stock::bigint + ${change} between 0 and 2000000000`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A change of a part's stock. */
export type LedgerRow = Selectable<Tables['stock_ledger']>;

/** A part's stock ledger, newest first. */
export function listStockChanges(
  db: Database,
  partId: string,
  wanted: PageWanted,
): Promise<Page<LedgerRow[]>> {
  return fetchPage(
    db.selectFrom('stock_ledger').selectAll().where('part_id', '=', partId),
    newestFirst('stock_ledger'),
    wanted,
  );
}
