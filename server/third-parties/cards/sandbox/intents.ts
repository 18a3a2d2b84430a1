import type { Stripe } from 'stripe';
import { maxChargeCents, minChargeCents } from '#contract/money.ts';
import { expands, integer, readMetadata, required, type WireCall } from './form.ts';
import { newClientSecret, eventObject, intentObject, wireId } from './objects.ts';
import { errorReply, invalid, missing, type WireReply } from './refusal.ts';
import { findCharge, findIntent, findIntents, moveIntent } from './store.ts';
import type { IntentRow } from './tables.ts';

/** `POST /v1/payment_intents` */
export async function createIntent({ tx, form, now }: WireCall): Promise<WireReply> {
  const amount = integer(form, 'amount');
  const currency = required(form, 'currency').toLowerCase();
  if (currency !== 'usd')
    invalid(`Invalid currency: ${currency}. This sandbox takes usd.`, 'currency');
  if (amount < minChargeCents)
    invalid('Amount must be at least $0.50 usd', 'amount', 'amount_too_small');
  if (amount > maxChargeCents)
    invalid('Amount must be no more than $999,999.99', 'amount', 'amount_too_large');
  const id = wireId('pi');
  const row: IntentRow = {
    id,
    client_secret: newClientSecret(id),
    amount,
    currency,
    status: 'requires_payment_method',
    receipt_email: form.get('receipt_email') ?? null,
    description: form.get('description') ?? null,
    metadata: readMetadata(form),
    challenge: null,
    last_payment_error: null,
    latest_charge: null,
    created_at: now,
    canceled_at: null,
  };
  const json = {
    metadata: JSON.stringify(row.metadata),
    challenge: null,
    last_payment_error: null,
  };
  await tx
    .insertInto('card_sandbox.payment_intents')
    .values({ ...row, ...json })
    .execute();
  return { status: 200, body: intentObject(row) };
}

/** `GET /v1/payment_intents/{id}` */
export async function retrieveIntent({ tx, form }: WireCall, id: string): Promise<WireReply> {
  const row = (await findIntent(tx, id)) ?? missing('payment_intent', id);
  const expanded = expands(form, 'latest_charge') && row.latest_charge !== null;
  const charge = expanded ? await findCharge(tx, row.latest_charge) : undefined;
  return { status: 200, body: intentObject(row, charge) };
}

/** `GET /v1/payment_intents`, newest first. */
export async function listIntents({ tx, form }: WireCall): Promise<WireReply> {
  const most = Math.min(100, Math.max(1, integer(form, 'limit')));
  const since = moment(form, 'created[gte]');
  const until = form.has('created[lt]') ? moment(form, 'created[lt]') : undefined;
  const after = form.get('starting_after');
  const rows = await findIntents(tx, { since, until, after, most: most + 1 });
  const expanded = expands(form, 'data.latest_charge');
  const data = [];
  for (const row of rows.slice(0, most)) {
    const charge = expanded ? await findCharge(tx, row.latest_charge ?? '') : undefined;
    data.push(intentObject(row, charge));
  }
  const list = { object: 'list', data, has_more: rows.length > most, url: '/v1/payment_intents' };
  return { status: 200, body: list };
}

function moment(form: WireCall['form'], name: string): Date {
  return new Date(integer(form, name) * 1000);
}

/** `POST /v1/payment_intents/{id}/cancel` */
export async function cancelIntent({ tx, now, notify }: WireCall, id: string): Promise<WireReply> {
  const canceled = await moveIntent(tx, id, ['requires_payment_method', 'requires_action'], {
    status: 'canceled',
    canceled_at: now,
  });
  if (canceled === undefined) {
    const row = (await findIntent(tx, id)) ?? missing('payment_intent', id);
    return unexpectedState(row.status, { step: 'cancel', intent: intentObject(row) });
  }
  const intent = intentObject(canceled);
  await notify(eventObject('payment_intent.canceled', intent, now));
  return { status: 200, body: intent };
}

/** Refuses a step that the intent's status no longer allows; the intent in the error tells which call was first. */
export function unexpectedState(
  status: IntentRow['status'],
  { step, intent }: { step: 'cancel' | 'confirm' | 'authenticate'; intent: Stripe.PaymentIntent },
): WireReply {
  return errorReply(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${step} this PaymentIntent because it has a status of ${status}.`,
    payment_intent: intent,
  });
}
