import { integer, required, type WireCall } from './form.ts';
import { chargeObject, eventObject, refundObject, wireId } from './objects.ts';
import { invalid, missing, type WireReply } from './refusal.ts';
import { findIntent } from './store.ts';
import type { RefundRow } from './tables.ts';

/** `POST /v1/refunds` of a whole payment intent: the shop gives back all or nothing. */
export async function createRefund({ tx, form, now, notify }: WireCall): Promise<WireReply> {
  const id = required(form, 'payment_intent');
  const intent = (await findIntent(tx, id)) ?? missing('payment_intent', id);
  if (form.has('amount') && integer(form, 'amount') !== intent.amount) invalid('This sandbox refunds whole payments.', 'amount');
  if (intent.status !== 'succeeded' || intent.latest_charge === null)
    return invalid(
      `This PaymentIntent (${id}) does not have a successful charge to refund.`,
      'payment_intent',
      'payment_intent_unexpected_state',
    );
  const charge = await tx
    .updateTable('card_sandbox.charges')
    .set((update) => ({ amount_refunded: update.ref('amount') }))
    .where('id', '=', intent.latest_charge)
    .where('amount_refunded', '=', 0)
    .returningAll()
    .executeTakeFirst();
  if (charge === undefined)
    return invalid(`Charge ${intent.latest_charge} has already been refunded.`, undefined, 'charge_already_refunded');
  const refund: RefundRow = {
    id: wireId('re'),
    charge: charge.id,
    payment_intent: id,
    amount: charge.amount,
    currency: charge.currency,
    created_at: now,
  };
  await tx.insertInto('card_sandbox.refunds').values(refund).execute();
  await notify(eventObject('charge.refunded', chargeObject(charge), now));
  return { status: 200, body: refundObject(refund) };
}
