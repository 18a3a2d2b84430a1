import { integer, readMetadata, required, type WireCall } from './form.ts';
import { chargeObject, eventObject, refundObject, wireId } from './objects.ts';
import { invalid, missing, type WireReply } from './refusal.ts';
import { findIntent } from './store.ts';
import type { ChargeRow, RefundRow } from './tables.ts';

/** `POST /v1/refunds` of a payment intent: all that is left of it, or the part that is asked for. */
export async function createRefund(call: WireCall): Promise<WireReply> {
  const { form } = call;
  const intentId = required(form, 'payment_intent');
  const part = form.has('amount') ? integer(form, 'amount') : undefined;
  const refund = await refundIntent(call, { intentId, part, metadata: readMetadata(form) });
  return { status: 200, body: refundObject(refund) };
}

/** Gives money of an intent back, all that is left of it without `part`; for the shop's calls and the dashboard. */
export async function refundIntent(
  { tx, now, notify }: Omit<WireCall, 'form'>,
  {
    intentId,
    part,
    metadata,
  }: { intentId: string; part: number | undefined; metadata: Record<string, string> },
): Promise<RefundRow> {
  const intent = (await findIntent(tx, intentId)) ?? missing('payment_intent', intentId);
  if (intent.status !== 'succeeded' || intent.latest_charge === null)
    return invalid(
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
      'payment_intent',
      'payment_intent_unexpected_state',
    );
  if (part !== undefined && part < 1)
    return invalid('This value must be greater than or equal to 1.', 'amount');
  await mayBeRefunded(tx, intent.latest_charge);
  const charge = await giveBack(tx, intent.latest_charge, part);
  const refund: RefundRow = {
    id: wireId('re'),
    charge: charge.id,
    payment_intent: intentId,
    amount: charge.given,
    currency: charge.currency,
    created_at: now,
    metadata,
    status: 'succeeded',
  };
  await tx
    .insertInto('card_sandbox.refunds')
    .values({ ...refund, metadata: JSON.stringify(metadata) })
    .execute();
  await notify(eventObject('charge.refunded', chargeObject(charge), now));
  return refund;
}

/** A charge with an open or lost dispute cannot be refunded. */
async function mayBeRefunded(tx: WireCall['tx'], charge: string): Promise<void> {
  const dispute = await tx
    .selectFrom('card_sandbox.disputes')
    .select('id')
    .where('charge', '=', charge)
    .where('status', '<>', 'won')
    .executeTakeFirst();
  if (dispute !== undefined)
    invalid(
      `Charge ${charge} has been charged back; cannot issue a refund.`,
      undefined,
      'charge_disputed',
    );
}

/** Adds to the refunded amount of the charge, or refuses as Stripe does; `given` is what went back now. */
async function giveBack(
  tx: WireCall['tx'],
  chargeId: string,
  part: number | undefined,
): Promise<ChargeRow & { given: number }> {
  const before = await tx
    .selectFrom('card_sandbox.charges')
    .selectAll()
    .where('id', '=', chargeId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const left = before.amount - before.amount_refunded;
  if (left === 0)
    return invalid(
      `Charge ${chargeId} has already been refunded.`,
      undefined,
      'charge_already_refunded',
    );
  const given = part ?? left;
  if (given > left)
    return invalid(
      `Refund amount (${given}) is greater than unrefunded amount on charge (${left}).`,
      'amount',
    );
  const charge = { ...before, amount_refunded: before.amount_refunded + given };
  await tx
    .updateTable('card_sandbox.charges')
    .set({ amount_refunded: charge.amount_refunded })
    .where('id', '=', chargeId)
    .execute();
  return { ...charge, given };
}
