import { inSandboxTransaction, type ProviderSide } from './sandbox-transaction.ts';
import type { WireCall } from './form.ts';
import { disputeObject, eventObject, refundObject, wireId } from './objects.ts';
import { refundIntent } from './refunds.ts';
import { findCharge, findIntent } from './store.ts';
import type { ChargeRow, DisputeRow } from './tables.ts';

/** What people do in the provider's dashboard and banks do: the shop hears of it by a webhook, if at all. */
export interface CardDashboard {
  /** Gives money back, without `cents` all that is left; answers the refund's id. */
  refund(intentId: string, cents?: number): Promise<string>;
  /** The money of a refund did not reach the card and came back. */
  failRefund(refundId: string): Promise<void>;
  /** A cardholder's bank asks for the money back, without `cents` for all of it; answers the dispute's id. */
  dispute(intentId: string, cents?: number): Promise<string>;
  /** The banks have decided. */
  closeDispute(disputeId: string, ending: 'won' | 'lost'): Promise<void>;
}

/** The dashboard of one sandbox. */
export function buildDashboard(side: ProviderSide): CardDashboard {
  return {
    refund: (intentId, cents) =>
      inSandboxTransaction(
        side,
        async (call) => (await refundIntent(call, { intentId, part: cents, metadata: {} })).id,
      ),
    failRefund: (refundId) => inSandboxTransaction(side, (call) => failRefund(call, refundId)),
    dispute: (intentId, cents) =>
      inSandboxTransaction(side, (call) => openDispute(call, intentId, cents)),
    closeDispute: (disputeId, ending) =>
      inSandboxTransaction(side, (call) => closeDispute(call, disputeId, ending)),
  };
}

type Call = Omit<WireCall, 'form'>;

async function failRefund({ tx, now, notify }: Call, id: string): Promise<void> {
  const refund = await tx
    .updateTable('card_sandbox.refunds')
    .set({ status: 'failed' })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('card_sandbox.charges')
    .set((charge) => ({ amount_refunded: charge('amount_refunded', '-', refund.amount) }))
    .where('id', '=', refund.charge)
    .execute();
  await notify(eventObject('refund.failed', refundObject(refund), now));
}

async function openDispute(
  { tx, now, notify }: Call,
  intentId: string,
  cents?: number,
): Promise<string> {
  const charge = await findCaptured(tx, intentId);
  const dispute: DisputeRow = {
    id: wireId('du'),
    charge: charge.id,
    payment_intent: intentId,
    amount: cents ?? charge.amount,
    currency: charge.currency,
    status: 'needs_response',
    created_at: now,
  };
  await tx.insertInto('card_sandbox.disputes').values(dispute).execute();
  await notify(eventObject('charge.dispute.created', disputeObject(dispute), now));
  return dispute.id;
}

async function findCaptured(tx: Call['tx'], intentId: string): Promise<ChargeRow> {
  const intent = await findIntent(tx, intentId);
  const charge = await findCharge(tx, intent?.latest_charge ?? '');
  if (charge?.status !== 'succeeded') throw new Error(`Nothing was collected by ${intentId}.`);
  return charge;
}

async function closeDispute(
  { tx, now, notify }: Call,
  id: string,
  ending: 'won' | 'lost',
): Promise<void> {
  const dispute = await tx
    .updateTable('card_sandbox.disputes')
    .set({ status: ending })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await notify(eventObject('charge.dispute.closed', disputeObject(dispute), now));
}
