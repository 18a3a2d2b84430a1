import { sql } from 'kysely';
import { dayMs, hourMs } from '#contract/durations.ts';
import { unpaidAges, type UnpaidAge } from '#contract/figure-rules.ts';
import type { ToDo } from '#contract/figures.ts';
import { dollarsOf } from '#contract/money.ts';
import { before } from '#server/clock.ts';
import { findRuns } from '#server/doctor/run-store.ts';
import { holding } from '#server/holds/held-until.ts';
import { countGivenUp } from '#server/mails/sending-store.ts';
import { countAllOrders } from '#server/orders/order-lists.ts';
import { countManagedParts } from '#server/parts/manage-parts-store.ts';
import { countAskedReturns } from '#server/returns/store.ts';
import { countEmptySearches } from '#server/search/empty-searches-store.ts';
import type { Database, Shop } from '#server/shop.ts';
import { countWaiting } from '#server/unbooked-payments/store.ts';

/** As the doctor has it: mails that were given up before this do not matter any more. */
const givenUpMs = 30 * dayMs;

/** Orders of a kind are counted to this: more of them are many. */
const mostCounted = 1_000;

/** What needs a person today. Each number is counted by the list that shows its rows. */
export async function showToDo({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<ToDo> {
  const now = clock.now();
  const orders = async (state: 'pending' | 'disputed' | 'refund-failed' | 'never-paid') => {
    const { count, more } = await countAllOrders(db, { state }, mostCounted);
    return { count, more };
  };
  return {
    ordersToShip: await orders('pending'),
    returnsAsked: await countAskedReturns(db),
    paymentsWithoutOrder: await countWaiting(db),
    disputedOrders: await orders('disputed'),
    failedRefunds: await orders('refund-failed'),
    soldOut: await countManagedParts(db, { show: 'sold-out' }, now),
    heldByNewcomers: await orders('never-paid'),
    emptySearches: await countEmptySearches(db, now),
    failedMails: await countGivenUp(db, before(now, givenUpMs)),
    doctor: await lastLook(db),
    unpaid: await listUnpaid(db, now),
  };
}

async function lastLook(db: Database): Promise<ToDo['doctor']> {
  const { found } = await findRuns(db);
  if (!found?.ended_at) return null;
  const checks = found.checks ?? [];
  const having = (wanted: string) => checks.filter(({ status }) => status === wanted).length;
  return {
    checkedAt: found.ended_at.toISOString(),
    broken: having('broken'),
    unknown: having('unknown'),
  };
}

/** The unpaid orders by age. */
export async function listUnpaid(db: Database, now: Date): Promise<ToDo['unpaid']> {
  const { rows } = await sql<{ age: UnpaidAge; orders: number; cents: number }>`
    select case when created_at > ${before(now, hourMs)} then 'hour' when created_at > ${before(now, dayMs)} then 'day'
        when created_at > ${before(now, 3 * dayMs)} then 'three' else 'longer' end as age,
      count(*)::int as orders, sum(total_cents)::bigint as cents
    from orders where state in (${sql.join(holding.map((state) => sql.lit(state)))}) group by 1`.execute(
    db,
  );
  return (Object.keys(unpaidAges) as UnpaidAge[]).map((age) => {
    const its = rows.find((row) => row.age === age);
    return { age, orders: its?.orders ?? 0, total: dollarsOf(its?.cents ?? 0) };
  });
}
