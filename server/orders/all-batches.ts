import { sql } from 'kysely';
import type { Page } from '#contract/api.ts';
import type { Counted } from '#contract/counted.ts';
import type { allBatchCalls, BatchesWanted, ManagedBatch } from '#contract/all-batches.ts';
import { containsText } from '#server/db/contains-text.ts';
import { mostLookedThrough, walkBack } from '#server/db/walk-back.ts';
import { countFirst, fetchPage, mapPage, newestFirst, type PageWanted } from '#server/db/page.ts';
import { firstThatBegin } from '#server/db/text-begins.ts';
import { isMatchingUser } from '#server/people/store.ts';
import type { Handlers } from '#server/http/serve.ts';
import type { Database, Shop } from '#server/shop.ts';
import { showListedBatch, stands, sumBatches } from './batch-sums.ts';
import { idBegins } from './id-beginning.ts';

/** The admin's table of all batches. */
export function allBatchesHandlers(shop: Shop): Handlers<keyof typeof allBatchCalls> {
  return {
    listAllBatches: ({ query }) => listAllBatches(shop, query),

    countAllBatches: ({ query }) => countBatches(shop.db, query),
  };
}

/** In two statements however many lines there are. */
async function listAllBatches(
  { db, orderHoldHours }: Shop,
  query: BatchesWanted & PageWanted,
): Promise<Page<ManagedBatch[]>> {
  const { q, state } = query;
  const rows = batchesWanted(db, q).select(['id', 'created_at', 'po_number']);
  const newest = newestFirst('batches');
  const page = await (state && !q
    ? walkBack(rows, newest, hasLine(state), query)
    : fetchPage(state ? rows.where(hasLine(state)) : rows, newest, query));
  const ids = page.rows.map(({ id }) => id);
  const isListed = state ? stands[state] : sql<boolean>`orders.state <> 'cancelled'`;
  const sums = await sumBatches(db, ids, { orderHoldHours, isListed });
  return mapPage(page, (row) => {
    const sum = sums.get(row.id);
    return { ...showListedBatch(row, sum), name: sum?.name ?? '', email: sum?.email ?? '' };
  });
}

function batchesWanted(db: Database, q: string | undefined) {
  const rows = db.selectFrom('batches');
  return q ? rows.where(isFound(q)) : rows;
}

/** The offset keeps the planner from joining: it then looks into one batch after the other. */
const hasLine = (state: NonNullable<BatchesWanted['state']>) =>
  sql<boolean>`exists (select from orders where orders.batch_id = batches.id and ${stands[state]} offset 0)`;

/** Of a state without a text, those among the first thousands are counted. */
async function countBatches(db: Database, { q, state }: BatchesWanted): Promise<Counted> {
  const rows = batchesWanted(db, q);
  if (!state) return countFirst(db, rows);
  if (q) return countFirst(db, rows.where(hasLine(state)));
  const { by, id } = newestFirst('batches');
  const newest = sql`select id from batches order by ${by} desc, ${id} desc limit ${mostLookedThrough}`;
  const { rows: counted } = await sql<Counted>`
    select (select count(*)::int from (${newest}) batches where ${hasLine(state)}) as count,
      exists (select from batches offset ${mostLookedThrough}) as more`.execute(db);
  return counted[0] ?? { count: 0, more: false };
}

/** Rows that each way to look looks at, at most, so that the list is answered as fast with a million batches as with a thousand. */
const most = { lookedThrough: 5000, byBeginning: 1000 };

/**
 * Whether a batch is among those that an admin means by a text: it stands anywhere in the PO number of one of the newest thousands; or a batch however old
 * has a PO number, a number or an id that begins with it, or a customer who is found by it.
 */
function isFound(q: string) {
  const begins = idBegins(q);
  const ways = [
    sql`select id from (select id, po_number from batches order by created_at desc, id desc limit ${most.lookedThrough}) newest where ${containsText(q, [sql.ref('po_number')])}`,
    firstThatBegin(q, {
      table: 'batches',
      column: 'id',
      text: sql`lower(po_number)`,
      indexed: sql`po_number <> ''`,
      most: most.byBeginning,
    }),
    sql`select id from batches where user_id = any (array(select id from users where ${isMatchingUser(q)})) limit ${most.byBeginning}`,
    ...(begins
      ? [sql`select id from batches where ${begins(sql.ref('id'))} limit ${most.byBeginning}`]
      : []),
  ];
  const each = ways.map((way) => sql`select id from (${way}) way`);
  return sql<boolean>`batches.id = any (array(${sql.join(each, sql` union `)}))`;
}
