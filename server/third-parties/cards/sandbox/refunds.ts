import { integer, metadataOf, required, type WireCall } from './form.ts';
import { chargeObject, eventObject, listObject, refundObject, wireId } from './objects.ts';
import { invalid, missing, type WireReply } from './refusal.ts';
import { findIntent } from './store.ts';
import type { ChargeRow, RefundRow } from './tables.ts';

/** `POST /v1/refunds` of a payment intent: all that is left of it, or the part that is asked for. */
export async function createRefund({ tx, form, now, notify }: WireCall): Promise<WireReply> {
  const id = required(form, 'payment_intent');
  const intent = (await findIntent(tx, id)) ?? missing('payment_intent', id);
  if (intent.status !== 'succeeded' || intent.latest_charge === null)
    return invalid(
      `This PaymentIntent (${id}) does not have a successful charge to refund.`,
      'payment_intent',
      'payment_intent_unexpected_state',
    );
  const part = form.has('amount') ? integer(form, 'amount') : undefined;
  if (part !== undefined && part < 1) return invalid('This value must be greater than or equal to 1.', 'amount');
  const charge = await giveBack(tx, intent.latest_charge, part);
  const refund: RefundRow = {
    id: wireId('re'),
    charge: charge.id,
    payment_intent: id,
    amount: charge.given,
    currency: charge.currency,
    created_at: now,
    metadata: metadataOf(form),
    status: 'succeeded',
  };
  await tx
    .insertInto('card_sandbox.refunds')
    .values({ ...refund, metadata: JSON.stringify(refund.metadata) })
    .execute();
  await notify(eventObject('charge.refunded', chargeObject(charge), now));
  return { status: 200, body: refundObject(refund) };
}

/** `GET /v1/refunds` of a payment intent, newest first. */
export async function listRefunds({ tx, form }: WireCall): Promise<WireReply> {
  const refunds = await tx
    .selectFrom('card_sandbox.refunds')
    .selectAll()
    .where('payment_intent', '=', required(form, 'payment_intent'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return { status: 200, body: listObject('/v1/refunds', refunds.map(refundObject)) };
}

/** Takes the money off what is left of the charge, or refuses as Stripe does; `given` is what went back now. */
async function giveBack(tx: WireCall['tx'], chargeId: string, part: number | undefined): Promise<ChargeRow & { given: number }> {
  const before = await tx.selectFrom('card_sandbox.charges').selectAll().where('id', '=', chargeId).forUpdate().executeTakeFirstOrThrow();
  const left = before.amount - before.amount_refunded;
  if (left === 0) return invalid(`Charge ${chargeId} has already been refunded.`, undefined, 'charge_already_refunded');
  const given = part ?? left;
  if (given > left) return invalid(`Refund amount (${given}) is greater than unrefunded amount on charge (${left}).`, 'amount');
  const charge = { ...before, amount_refunded: before.amount_refunded + given };
  await tx.updateTable('card_sandbox.charges').set({ amount_refunded: charge.amount_refunded }).where('id', '=', chargeId).execute();
  return { ...charge, given };
}
