import { returnNumber } from '#contract/return-rules.ts';
import type { ReturnStep } from '#contract/returns.ts';
import { orderSubject, recordAudit } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { oncePerKey } from '#server/idempotency/store.ts';
import { mailCustomer } from '#server/mails/mail-customer.ts';
import type { OrderRow } from '#server/orders/store.ts';
import type { Database, Shop } from '#server/shop.ts';
import { recountReturn } from '#server/vehicles/vote.ts';
import { lockReturn } from './ask-return.ts';
import { finishRefund, settle } from './settle-return.ts';
import { updateReturn, type ReturnRow } from './store.ts';

/** A return whose order is locked, and what is done with it. */
interface Stepping<Step extends ReturnStep['step'] = ReturnStep['step']> {
  readonly row: ReturnRow;
  readonly order: OrderRow;
  readonly admin: Customer;
  readonly wanted: Extract<ReturnStep, { step: Step }>;
  readonly now: Date;
}

interface StepWanted {
  readonly id: string;
  readonly wanted: ReturnStep;
  readonly key: string | undefined;
}

/**
 * One step of an admin with a return, once per key. Refuses with `return_not_found`, `return_state`, `return_too_large`,
 * `refund_too_large`, `restock_too_large`, `pieces_left_over`, `order_disputed` or `key_reused`.
 */
export async function stepReturn(
  shop: Shop,
  admin: Customer,
  { id, wanted, key }: StepWanted,
): Promise<{ acknowledged: true }> {
  const now = shop.clock.now();
  const asked = { userId: admin.userId, key, request: ['return step', id, wanted], now };
  let refundId: string | undefined;
  // Restocked, or no voice about a vehicle any more.
  let isPublic = false;
  const answer = await inTransaction(shop.db, (tx) =>
    oncePerKey(tx, asked, async () => {
      const locked = { ...(await lockReturn(tx, id, admin)), admin, now };
      if (wanted.step === 'agree' || wanted.step === 'decline')
        isPublic = await decide(tx, shop, { ...locked, wanted });
      else if (wanted.step === 'receive') await receive(tx, shop, { ...locked, wanted });
      else {
        refundId = await settle(tx, shop, { ...locked, wanted });
        isPublic = wanted.restock > 0;
      }
      return { acknowledged: true } as const;
    }),
  );
  if (isPublic) shop.publicPagesChanged();
  if (refundId !== undefined) await finishRefund(shop, refundId);
  return answer;
}

/** What is asked is agreed to or declined; what was agreed to is declined when nothing came. Answers whether it counts no longer as a vote. */
async function decide(
  tx: Database,
  shop: Shop,
  { row, order, admin, wanted, now }: Stepping<'agree' | 'decline'>,
): Promise<boolean> {
  const mayDecline = wanted.step === 'decline' && row.state === 'agreed';
  if (row.state !== 'asked' && !mayDecline) refuse('return_state');
  const state = wanted.step === 'agree' ? 'agreed' : 'declined';
  const { words } = wanted;
  await updateReturn(tx, row.id, { state, words, decided_by: admin.userId, decided_at: now });
  await audit(tx, { row, order, admin, now }, { action: `return ${state}`, after: { words } });
  const { id: returnId, order_id: orderId, quantity } = row;
  const number = returnNumber(orderId, row.number);
  await mailCustomer(tx, shop, orderId, {
    kind: state === 'agreed' ? 'return_agreed' : 'return_declined',
    returnId,
    number,
    quantity,
    words,
  });
  return state === 'declined' && recountReturn(tx, shop, row.id);
}

async function receive(tx: Database, shop: Shop, stepping: Stepping<'receive'>): Promise<void> {
  const { row, order, admin, wanted, now } = stepping;
  if (row.state !== 'agreed') refuse('return_state');
  const { quantity } = wanted;
  if (quantity > row.quantity) refuse('return_too_large', { details: { left: row.quantity } });
  const received = { received_quantity: quantity, received_by: admin.userId, received_at: now };
  await updateReturn(tx, row.id, { state: 'received', ...received });
  await audit(tx, stepping, { action: 'return received', after: { received: quantity } });
  const number = returnNumber(order.id, row.number);
  const told = { returnId: row.id, number, quantity, asked: row.quantity };
  await mailCustomer(tx, shop, order.id, { kind: 'return_received', ...told });
}

async function audit(
  tx: Database,
  { row, order, admin, now }: Omit<Stepping, 'wanted'>,
  { action, after }: { action: string; after: Record<string, unknown> },
): Promise<void> {
  const before = { return: returnNumber(order.id, row.number), status: row.state };
  await recordAudit(tx, { actor: admin, action, subject: orderSubject(order), before, after, now });
}
