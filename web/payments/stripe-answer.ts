import type { PaymentIntentResult } from '@stripe/stripe-js';
import { unusableAnswer, type Confirmation } from './card-provider.ts';

/** What the payment page has to know of how Stripe.js answered; a sentence of ours only where Stripe has none. */
export function confirmationOf({ paymentIntent, error }: PaymentIntentResult): Confirmation {
  if (error !== undefined) {
    const message =
      error.message ?? 'The card provider gave no reason. Please try again in a moment.';
    // Stripe marks what is wrong with a field as it is typed; the form shows the sentence under it.
    if (error.type === 'validation_error')
      return { ok: false, code: error.code ?? error.type, message, besideField: true };
    return { ok: false, code: unclear[error.type] ?? error.code ?? error.type, message };
  }
  // The shop asks Stripe itself what became of the money: both mean that the buyer has done everything.
  if (paymentIntent.status === 'succeeded' || paymentIntent.status === 'processing')
    return { ok: true, id: paymentIntent.id };
  return unusableAnswer;
}

/** After these nobody knows what happened to the intent: the shop is asked before another try. */
const unclear: Readonly<Record<string, string>> = {
  api_connection_error: 'network',
  api_error: 'api_error',
  rate_limit_error: 'api_error',
  idempotency_error: 'api_error',
};

/** Stripe.js threw instead of answering: it was unloaded, or used in a way it does not expect. */
export const noAnswer = {
  ok: false,
  code: 'api_error',
  message: 'The card provider gave no answer. Please try again in a moment.',
} as const satisfies Confirmation;
