import { sql } from 'kysely';
import type { Page } from '#contract/api.ts';
import type { allBatchCalls, BatchesWanted, ManagedBatch } from '#contract/all-batches.ts';
import { containsText } from '#server/db/contains-text.ts';
import { countFirst, fetchPage, mapPage, newestFirst, type PageWanted } from '#server/db/page.ts';
import type { Handlers } from '#server/http/serve.ts';
import type { Database, Shop } from '#server/shop.ts';
import { showListedBatch, stands, sumBatches } from './batch-sums.ts';
import { idBegins } from './id-beginning.ts';

/** The admin's table of all batches. */
export function allBatchesHandlers(shop: Shop): Handlers<keyof typeof allBatchCalls> {
  return {
    listAllBatches: ({ query }) => listAllBatches(shop, query),

    countAllBatches: ({ query }) => countFirst(shop.db, batchesWanted(shop.db, query)),
  };
}

/** In two statements however many lines there are. */
async function listAllBatches(
  { db, orderHoldHours }: Shop,
  query: BatchesWanted & PageWanted,
): Promise<Page<ManagedBatch[]>> {
  const rows = batchesWanted(db, query).select(['id', 'created_at', 'po_number']);
  const page = await fetchPage(rows, newestFirst('batches'), query);
  const ids = page.rows.map(({ id }) => id);
  const isListed = query.state ? stands[query.state] : sql<boolean>`orders.state <> 'cancelled'`;
  const sums = await sumBatches(db, ids, { orderHoldHours, isListed });
  return mapPage(page, (row) => {
    const sum = sums.get(row.id);
    return { ...showListedBatch(row, sum), name: sum?.name ?? '', email: sum?.email ?? '' };
  });
}

function batchesWanted(db: Database, { q, state }: BatchesWanted) {
  let rows = db.selectFrom('batches');
  if (q) rows = rows.where(isFound(q));
  if (state)
    rows = rows.where('batches.id', 'in', (orders) =>
      orders
        .selectFrom('orders')
        .select(sql<string>`orders.batch_id`.as('batch_id'))
        .where('orders.batch_id', 'is not', null)
        .where(stands[state]),
    );
  return rows;
}

/** Whether a batch is found by what an admin typed. */
function isFound(q: string) {
  const byId = idBegins(q)?.(sql.ref('batches.id')) ?? sql<boolean>`false`;
  const people = containsText(q, [sql.ref('name'), sql.ref('email')]);
  return sql<boolean>`(${containsText(q, [sql.ref('batches.po_number')])} or ${byId}
    or batches.user_id in (select id from users where ${people}))`;
}
