import { sql, type RawBuilder } from 'kysely';
import { mostCounted } from '#contract/search.ts';
import { forAnyValues } from '#server/db/any-values.ts';
import type { WholePartRow } from '#server/parts/part-row.ts';
import type { Database } from '#server/shop.ts';
import { foundToSort, orders, rowsOf, withTime, type Finding, type Found } from './found-store.ts';
import { onShelf, type Shelf } from './shelf.ts';
import type { Wanted } from './vehicle-wanted.ts';
import { columnConditions } from './wanted.ts';
import { narrowed, commonShelf, wholeShelf, type Way } from './ways.ts';
import { mostWalked, rowsWalked, walkOrder } from './walk-parts.ts';

type Page = Pick<Finding, 'sort' | 'limit' | 'offset'>;

/** A page of all parts, of which those of the vehicle's list come first, and how many of these there are, `mostCounted + 1` at most. */
interface FittingFirst {
  readonly rows: readonly WholePartRow[];
  readonly fitting: number;
}

/**
 * The page of a list in which the parts of the vehicle come first, in the list's order, and then all others in the same order. Of more than `mostCounted`
 * parts of the vehicle the further ones stand among the others.
 */
export async function findFittingFirst(
  db: Database,
  { way, query, all }: { way: Way; query: Wanted; all: Found },
  page: Page,
): Promise<FittingFirst> {
  const everything = { ...query, vehicle: undefined };
  const its = narrowed(way, query);
  const fitting = foundToSort({ ...its, sort: page.sort });
  const run = (others: RawBuilder<unknown>) => runPage(db, { fitting, others }, page);
  const shelf = wholeShelf(way, everything, page.sort);
  if (shelf) return run(othersOnShelf(onShelf(shelf.its), page));
  const isSorted = all.count <= mostCounted || page.sort === 'relevance';
  const { limit, offset } = page;
  if (!isSorted && offset + limit <= mostWalked) {
    const ofWords = way.source === undefined ? [] : [sql<boolean>`${way.source}`];
    const filters = [...ofWords, ...way.filters, ...columnConditions(everything)];
    const walked = await run(walkOthers({ ...page, shelf: commonShelf(query) }, filters));
    if (walked.rows.length === limit) return walked;
  }
  const found = foundToSort({ ...narrowed(way, everything), sort: page.sort });
  return run(sql`select id from (${found}) its where ${isOther} order by ${orders[page.sort]}`);
}

/** Whether a part is not among those that come first. */
const isOther = sql`id not in (select id from first)`;

/** Rows of an index are looked at in steps that are written as figures, by which the planner sees that they are few, and so takes the index. */
const step = 2500;

/** The others of a shelf, in the order of its index. */
function othersOnShelf(shelf: RawBuilder<unknown>, { limit, offset }: Page): RawBuilder<unknown> {
  const most = Math.ceil((limit + offset + mostCounted) / step) * step;
  return sql`
    select id from (select id from parts where archived_at is null and ${shelf} limit ${sql.lit(most)}) its where ${isOther}`;
}

function walkOthers(
  { sort, shelf }: Page & { readonly shelf: Shelf | undefined },
  filters: readonly RawBuilder<boolean>[],
): RawBuilder<unknown> {
  const sifted = sql.join([isOther, ...filters], sql` and `);
  return sql`
    select id from (${rowsWalked({ sort, shelf }, mostWalked)}) as parts
      where ${sifted} order by ${walkOrder({ sort, shelf })}`;
}

/** One statement: the first section of the list, and as much of the others as the page has room for. */
async function runPage(
  db: Database,
  { fitting, others }: Readonly<Record<'fitting' | 'others', RawBuilder<unknown>>>,
  { sort, limit, offset }: Page,
): Promise<FittingFirst> {
  const taken = sql`(select count(*) from first)`;
  const page = sql`
    (select id from first order by ${orders[sort]} limit ${limit} offset ${offset})
    union all
    (${others} limit greatest(0, ${limit}::bigint - greatest(0, ${taken} - ${offset}::bigint)) offset greatest(0, ${offset}::bigint - ${taken}))`;
  const { rows } = await sql<FittingFirst>`
    with fitting as materialized (${fitting}),
      first as materialized (select id, created_at, price_cents, in_stock, order_quantity, score ${sort === 'name' ? sql`, name` : sql``} from fitting order by ${orders[sort]} limit ${mostCounted})
    select (select count(*)::int from fitting) as fitting, ${rowsOf(page)} as rows ${forAnyValues}`.execute(
    db,
  );
  const [its] = rows;
  if (!its) throw new Error('A statement of one row answered none.');
  return { ...its, rows: its.rows.map(withTime) };
}
