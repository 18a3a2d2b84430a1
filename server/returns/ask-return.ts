import type { AnswerFor } from '#contract/api.ts';
import { isOpenReturn, returnLimits, returnNumber } from '#contract/return-rules.ts';
import type { NewReturn } from '#contract/returns.ts';
import { vehicleInWords } from '#contract/vehicle-words.ts';
import { newId } from '#server/db/new-id.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { oncePerKey } from '#server/idempotency/store.ts';
import { mailAdminsOfReturn } from '#server/mails/mail-admins-about-returns.ts';
import { mailCustomer } from '#server/mails/mail-customer.ts';
import { lockOrder } from '#server/orders/shipment-store.ts';
import { findOwnOrder, type OrderRow } from '#server/orders/store.ts';
import type { Database, Shop } from '#server/shop.ts';
import { lockOpenUser } from '#server/users/store.ts';
import { recountReturn, voteInReturn } from '#server/vehicles/vote.ts';
import {
  findReturn,
  insertReturnRow,
  listReturnsOf,
  piecesOfReturns,
  updateReturn,
  type ReturnRow,
} from './store.ts';

interface ReturnWanted extends NewReturn {
  readonly orderId: string;
  readonly key: string | undefined;
}

/**
 * Asks to send pieces back, once per key; one return of an order at a time. Refuses with `order_not_found`, `order_not_paid`,
 * `order_refunded`, `order_disputed`, `return_open`, `too_many_returns`, `return_too_large` or `key_reused`.
 */
export async function askReturn(
  shop: Shop,
  who: Customer,
  { orderId, key, tried, ...typed }: ReturnWanted,
): Promise<AnswerFor<'askReturn'>> {
  if (!(await findOwnOrder(shop.db, orderId, who))) refuse('order_not_found');
  const now = shop.clock.now();
  const { reason, quantity, note } = typed;
  const vehicle = typed.vehicle || (tried === undefined ? '' : vehicleInWords(tried));
  const wanted = { ...typed, vehicle: vehicle.slice(0, returnLimits.vehicleLength) };
  const request = ['return', orderId, reason, quantity, note, vehicle, ...(tried ? [tried] : [])];
  let hasVoted = false;
  const answer = await inTransaction(shop.db, async (tx) => {
    if (!(await lockOpenUser(tx, who))) refuse('session_expired');
    return oncePerKey(tx, { userId: who.userId, key, request, now }, async () => {
      const order = (await lockOrder(tx, orderId)) ?? refuse('order_not_found');
      const before = await listReturnsOf(tx, [orderId]);
      mayReturn(order, before, quantity);
      const row = {
        id: newId(now),
        order_id: orderId,
        number: before.length + 1,
        ...wanted,
        state: 'asked',
        asked_by: who.userId,
        created_at: now,
      } as const;
      await insertReturnRow(tx, row);
      const given = { partId: order.part_id, userId: order.user_id, orderId, now };
      hasVoted =
        tried !== undefined && (await voteInReturn(tx, shop, given, { returnId: row.id, tried }));
      const asked = { returnId: row.id, number: returnNumber(orderId, row.number), quantity };
      await mailCustomer(tx, shop, orderId, { kind: 'return_asked', ...asked, reason });
      await mailAdminsOfReturn(tx, shop, order, { ...asked, reason });
      return { acknowledged: true, insertedId: row.id, number: asked.number } as const;
    });
  });
  if (hasVoted) shop.publicPagesChanged();
  return answer;
}

function mayReturn(order: OrderRow, before: readonly ReturnRow[], quantity: number): void {
  if (order.paid_at === null) refuse('order_not_paid');
  if (order.refunded_cents >= order.total_cents) refuse('order_refunded');
  if (order.disputed_since !== null) refuse('order_disputed');
  if (before.some(({ state }) => isOpenReturn(state))) refuse('return_open');
  if (before.length >= returnLimits.perOrder) refuse('too_many_returns');
  const left = order.shipped_quantity - piecesOfReturns(before);
  if (quantity > left) refuse('return_too_large', { details: { left } });
}

/** Pieces that a new return of an order may have now: none while another is open. */
export function returnable(order: OrderRow, before: readonly ReturnRow[]): number {
  const isPossible =
    order.paid_at !== null &&
    order.refunded_cents < order.total_cents &&
    order.disputed_since === null &&
    before.length < returnLimits.perOrder &&
    !before.some(({ state }) => isOpenReturn(state));
  return isPossible ? order.shipped_quantity - piecesOfReturns(before) : 0;
}

/** A return that the caller may see, with its order locked until the commit. Refuses with `return_not_found`. */
export async function lockReturn(
  tx: Database,
  id: string,
  who: Customer,
): Promise<{ row: ReturnRow; order: OrderRow }> {
  const found = (await findReturn(tx, id)) ?? refuse('return_not_found');
  if (!(await findOwnOrder(tx, found.order_id, who))) refuse('return_not_found');
  const order = (await lockOrder(tx, found.order_id)) ?? refuse('return_not_found');
  // Again: somebody may have moved it on before the lock.
  const row = (await findReturn(tx, id)) ?? refuse('return_not_found');
  return { row, order };
}

/** Takes a return back of which nothing has arrived; idempotent. Refuses with `return_not_found` or `return_state`. */
export async function withdrawReturn(shop: Shop, who: Customer, id: string): Promise<void> {
  const hasVoted = await inTransaction(shop.db, async (tx) => {
    const { row } = await lockReturn(tx, id, who);
    if (row.state === 'withdrawn') return false;
    if (row.state !== 'asked' && row.state !== 'agreed') refuse('return_state');
    const decided = { decided_by: who.userId, decided_at: shop.clock.now() };
    await updateReturn(tx, id, { state: 'withdrawn', ...decided });
    return recountReturn(tx, shop, id);
  });
  if (hasVoted) shop.publicPagesChanged();
}
