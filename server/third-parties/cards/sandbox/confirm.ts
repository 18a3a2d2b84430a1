import { timingSafeEqual } from 'node:crypto';
import { notAuthenticated, sandboxCardOf, type CardDecline } from '#contract/sandbox-cards.ts';
import { required, type Form, type WireCall } from './form.ts';
import { unexpectedState } from './intents.ts';
import { browserIntentObject, eventObject, intentObject, wireId } from './objects.ts';
import { errorReply, invalid, missing, WireRefusal, type WireReply } from './refusal.ts';
import { findIntent, insertCharge, moveIntent } from './store.ts';
import type { ChargeRow, IntentRow, PayingCard, PaymentError } from './tables.ts';

const confirmable = ['requires_payment_method', 'requires_action'] as const;

/** `POST /v1/payment_intents/{id}/confirm`: the browser pays with a card; the client secret is its credential. */
export async function confirmIntent(call: WireCall, id: string): Promise<WireReply> {
  const intent = await findBySecret(call, id);
  const { card, payer } = readCard(call.form, call.now);
  const decline = card.decline === undefined ? null : toPaymentError(card.decline);
  if (card.threeDSecure === undefined)
    return decide(call, { intent, payer, decline, from: confirmable });
  const asked = await moveIntent(call.tx, id, confirmable, {
    status: 'requires_action',
    challenge: { ...payer, decline },
  });
  return asked === undefined
    ? tooLate(call, id)
    : { status: 200, body: browserIntentObject(asked) };
}

/** `POST /v1/payment_intents/{id}/authenticate`: the buyer's answer to 3-D Secure. Stripe has no such call. */
export async function authenticateIntent(call: WireCall, id: string): Promise<WireReply> {
  const intent = await findBySecret(call, id);
  const outcome = required(call.form, 'outcome');
  if (intent.challenge === null)
    return unexpectedState(intent.status, {
      step: 'authenticate',
      intent: browserIntentObject(intent),
    });
  const { decline, ...payer } = intent.challenge;
  if (outcome === 'succeeded')
    return decide(call, { intent, payer, decline, from: ['requires_action'] });
  if (outcome !== 'failed') invalid("outcome must be 'succeeded' or 'failed'", 'outcome');
  return refuse(call, {
    intent,
    from: ['requires_action'],
    error: toPaymentError(notAuthenticated),
  });
}

async function findBySecret({ tx, form }: WireCall, id: string): Promise<IntentRow> {
  const secret = Buffer.from(required(form, 'client_secret'));
  const intent = await findIntent(tx, id);
  const expected = Buffer.from(intent?.client_secret ?? '');
  if (
    intent === undefined ||
    secret.length !== expected.length ||
    !timingSafeEqual(secret, expected)
  )
    missing('payment_intent', id);
  return intent;
}

interface Decision {
  readonly intent: IntentRow;
  readonly payer: PayingCard;
  readonly decline: PaymentError | null;
  readonly from: readonly IntentRow['status'][];
}

/** The bank's answer: the money moves, or the intent waits for another card. */
async function decide(
  call: WireCall,
  { intent, payer, decline, from }: Decision,
): Promise<WireReply> {
  const charge = newCharge(intent, payer, { decline, now: call.now });
  if (decline !== null)
    return refuse(call, { intent, from, error: { ...decline, charge: charge.id }, charge });
  const paid = await moveIntent(call.tx, intent.id, from, {
    status: 'succeeded',
    latest_charge: charge.id,
  });
  if (paid === undefined) return tooLate(call, intent.id);
  await insertCharge(call.tx, charge);
  await call.notify(eventObject('payment_intent.succeeded', intentObject(paid), call.now));
  return { status: 200, body: browserIntentObject(paid) };
}

interface Decline extends Pick<Decision, 'intent' | 'from'> {
  readonly error: PaymentError;
  readonly charge?: ChargeRow;
}

/** A decline does not end an intent: the buyer may try another card. */
async function refuse(
  call: WireCall,
  { intent, from, error, charge }: Decline,
): Promise<WireReply> {
  const waiting = await moveIntent(call.tx, intent.id, from, {
    status: 'requires_payment_method',
    last_payment_error: error,
    ...(charge === undefined ? {} : { latest_charge: charge.id }),
  });
  if (waiting === undefined) return tooLate(call, intent.id);
  if (charge !== undefined) await insertCharge(call.tx, charge);
  await call.notify(eventObject('payment_intent.payment_failed', intentObject(waiting), call.now));
  return errorReply(402, {
    type: 'card_error',
    ...error,
    payment_intent: browserIntentObject(waiting),
  });
}

async function tooLate({ tx }: WireCall, id: string): Promise<WireReply> {
  const row = (await findIntent(tx, id)) ?? missing('payment_intent', id);
  return unexpectedState(row.status, { step: 'confirm', intent: browserIntentObject(row) });
}

function toPaymentError({ code, declineCode, message }: CardDecline): PaymentError {
  return declineCode === undefined
    ? { code, message }
    : { code, decline_code: declineCode, message };
}

function newCharge(
  intent: IntentRow,
  payer: PayingCard,
  { decline, now }: { decline: PaymentError | null; now: Date },
): ChargeRow {
  return {
    id: wireId('ch'),
    payment_intent: intent.id,
    amount: intent.amount,
    amount_refunded: 0,
    currency: intent.currency,
    status: decline === null ? 'succeeded' : 'failed',
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    card_brand: payer.brand,
    card_last4: payer.last4,
    billing_name: payer.name,
    billing_email: payer.email,
    created_at: now,
  };
}

/** Any number but a test card's is refused before any of it is stored. */
function readCard(form: Form, now: Date) {
  const number = required(form, 'payment_method_data[card][number]').replaceAll(/[\s-]/g, '');
  const card = sandboxCardOf(number);
  if (!('number' in card)) return cardRefused(card);
  const year = Number(required(form, 'payment_method_data[card][exp_year]'));
  const month = Number(required(form, 'payment_method_data[card][exp_month]'));
  const fullYear = year < 100 ? 2000 + year : year;
  if (!(month >= 1 && month <= 12))
    cardRefused({
      code: 'invalid_expiry_month',
      message: "Your card's expiration month is invalid.",
    });
  const inThePast =
    fullYear < now.getUTCFullYear() ||
    (fullYear === now.getUTCFullYear() && month < now.getUTCMonth() + 1);
  if (inThePast || !(fullYear < now.getUTCFullYear() + 50))
    cardRefused({
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
    });
  const cvc = required(form, 'payment_method_data[card][cvc]');
  if (!(card.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(cvc))
    cardRefused({ code: 'invalid_cvc', message: "Your card's security code is invalid." });
  const payer: PayingCard = {
    brand: card.brand,
    last4: number.slice(-4),
    name: form.get('payment_method_data[billing_details][name]')?.slice(0, 200) ?? null,
    email: form.get('payment_method_data[billing_details][email]')?.slice(0, 320) ?? null,
  };
  return { card, payer };
}

function cardRefused(decline: CardDecline): never {
  throw new WireRefusal(402, { type: 'card_error', ...toPaymentError(decline) });
}
