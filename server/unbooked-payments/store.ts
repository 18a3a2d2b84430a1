import { sql, type Insertable, type Selectable } from 'kysely';
import type { Counted } from '#contract/counted.ts';
import { countFirst } from '#server/db/page.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';

/** A payment of this shop at the provider, whose order is not here. Amount in cents. */
export type UnbookedPayment = Selectable<Tables['unbooked_payments']>;

/** What the books know of an attempt: whether the orders that it names are here, and its state if it is written down. */
export interface Known {
  readonly hasOrders: boolean;
  readonly state: Selectable<Tables['payments']>['state'] | undefined;
}

/** What the books know of these attempts, by id; nothing of those that wait for an admin, or were given back by one. */
export async function findKnown(
  db: Database,
  attempts: readonly { readonly id: string; readonly orderIds: readonly string[] }[],
): Promise<Map<string, Known>> {
  const named = attempts.flatMap(({ id, orderIds }) =>
    orderIds.map((orderId) => ({ id, orderId })),
  );
  const { rows } = await sql<{ id: string; has_orders: boolean; state: Known['state'] | null }>`
    select asked.id, payments.state, bool_and(orders.id is not null) as has_orders
    from unnest(${named.map(({ id }) => id)}::text[], ${named.map(({ orderId }) => orderId)}::uuid[]) as asked (id, order_id)
    left join orders on orders.id = asked.order_id
    left join payments on payments.intent_id = asked.id
    where not exists (select from unbooked_payments where intent_id = asked.id and state <> 'open')
    group by asked.id, payments.state`.execute(db);
  return new Map(
    rows.map(({ id, has_orders, state }) => [
      id,
      { hasOrders: has_orders, state: state ?? undefined },
    ]),
  );
}

/** Writes one down, or moves it on from 'open'. Answers whether that changed anything. */
export async function noteUnbooked(
  db: Database,
  row: Insertable<Tables['unbooked_payments']>,
): Promise<boolean> {
  const { state, amount_cents, asked_at } = row;
  const noted = await db
    .insertInto('unbooked_payments')
    .values(row)
    .onConflict((known) =>
      known
        .column('intent_id')
        .doUpdateSet({ state, amount_cents, asked_at })
        .where('unbooked_payments.state', '=', 'open')
        .where('unbooked_payments.state', '<>', state),
    )
    .returning('intent_id')
    .executeTakeFirst();
  return noted !== undefined;
}

/** One whose refund has failed waits for an admin again. Answers whether it had been refunded. */
export async function waitAgain(
  db: Database,
  intentId: string,
  { cents, now }: { cents: number; now: Date },
): Promise<boolean> {
  const again = await db
    .updateTable('unbooked_payments')
    .set({
      state: 'paid',
      amount_cents: cents,
      asked_at: now,
      confirmed_by: null,
      confirmed_at: null,
    })
    .where('intent_id', '=', intentId)
    .where('state', '=', 'refunded')
    .returning('intent_id')
    .executeTakeFirst();
  return again !== undefined;
}

/** One that is paid no more, or whose order came back. */
export async function forgetUnbooked(db: Database, intentId: string): Promise<void> {
  await db
    .deleteFrom('unbooked_payments')
    .where('intent_id', '=', intentId)
    .where('state', 'in', ['open', 'paid'])
    .execute();
}

/** Those that wait for an admin or are being refunded, newest first, at most a thousand. */
export function listWaiting(db: Database): Promise<UnbookedPayment[]> {
  return db
    .selectFrom('unbooked_payments')
    .selectAll()
    .where('state', 'in', ['paid', 'confirmed'])
    .orderBy('created_at', 'desc')
    .orderBy('intent_id')
    .limit(1_000)
    .execute();
}

/** How many wait for an admin. */
export function countWaiting(db: Database): Promise<Counted> {
  return countFirst(db, db.selectFrom('unbooked_payments').where('state', '=', 'paid'));
}

/** The payments that wait for an admin. */
interface Waiting {
  readonly payments: number;
  readonly cents: number;
  /** When the shop learned of the last of them. */
  readonly newest: Date;
}

/** Undefined when none waits. */
export async function sumWaiting(db: Database): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select count(*)::int as payments, sum(amount_cents)::bigint as cents, max(asked_at) as newest
    from unbooked_payments where state = 'paid' having count(*) > 0`.execute(db);
  return rows[0];
}

/** Lets these be refunded, if they wait for it; answers those. */
export function confirmRefunds(
  tx: Database,
  intentIds: readonly string[],
  { by, now }: { by: string; now: Date },
): Promise<Pick<UnbookedPayment, 'intent_id' | 'amount_cents'>[]> {
  return tx
    .updateTable('unbooked_payments')
    .set({ state: 'confirmed', confirmed_by: by, confirmed_at: now })
    .where('intent_id', 'in', intentIds)
    .where('state', '=', 'paid')
    .returning(['intent_id', 'amount_cents'])
    .execute();
}

export async function markRefunded(db: Database, intentId: string): Promise<void> {
  await db
    .updateTable('unbooked_payments')
    .set({ state: 'refunded' })
    .where('intent_id', '=', intentId)
    .where('state', '=', 'confirmed')
    .execute();
}

/**
 * Claims those that are to be asked about or refunded, for one process. One that can still be paid is asked about after a
 * tenth of its age.
 */
export function claimUnbooked(
  db: Database,
  { quietSince, now, most }: { quietSince: Date; now: Date; most: number },
): Promise<UnbookedPayment[]> {
  const due = sql<Date>`case state when 'open' then least(${quietSince}, ${now}::timestamptz - (${now}::timestamptz - created_at) / 10) else ${quietSince} end`;
  const claimed = db
    .selectFrom('unbooked_payments')
    .select('intent_id')
    .where('state', 'in', ['open', 'confirmed'])
    .where('asked_at', '<=', due)
    .orderBy('asked_at')
    .limit(most)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('unbooked_payments')
    .set({ asked_at: now })
    .where('intent_id', 'in', claimed)
    .returningAll()
    .execute();
}
