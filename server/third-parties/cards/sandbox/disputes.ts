import { required, type WireCall } from './form.ts';
import { disputeObject, listObject } from './objects.ts';
import type { WireReply } from './refusal.ts';

/** `GET /v1/disputes` of a payment intent, newest first. */
export async function listDisputes({ tx, form }: WireCall): Promise<WireReply> {
  const disputes = await tx
    .selectFrom('card_sandbox.disputes')
    .selectAll()
    .where('payment_intent', '=', required(form, 'payment_intent'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return { status: 200, body: listObject('/v1/disputes', disputes.map(disputeObject)) };
}
