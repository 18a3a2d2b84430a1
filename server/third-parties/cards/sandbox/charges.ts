import { required, type WireCall } from './form.ts';
import { chargeObject, listObject } from './objects.ts';
import type { WireReply } from './refusal.ts';

/** `GET /v1/charges` of a payment intent, newest first: collected and failed ones. */
export async function listCharges({ tx, form }: WireCall): Promise<WireReply> {
  const charges = await tx
    .selectFrom('card_sandbox.charges')
    .selectAll()
    .where('payment_intent', '=', required(form, 'payment_intent'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return { status: 200, body: listObject('/v1/charges', charges.map(chargeObject)) };
}
