import type { PaymentIntentResult } from '@stripe/stripe-js';
import { unusableAnswer, type Confirmation } from './card-provider.ts';

/** Stripe.js's answer for the payment page; with a sentence of ours only where Stripe has none. */
export function confirmationOf({ paymentIntent, error }: PaymentIntentResult): Confirmation {
  if (error !== undefined) {
    const message =
      error.message ?? 'The card provider gave no reason. Please try again in a moment.';
    // Stripe reports errors of a field while it is typed; the form shows them under it.
    if (error.type === 'validation_error')
      return { ok: false, code: error.code ?? error.type, message, besideField: true };
    return { ok: false, code: unclear[error.type] ?? error.code ?? error.type, message };
  }
  // With either status the buyer has nothing left to do; the server asks Stripe about the money.
  if (paymentIntent.status === 'succeeded' || paymentIntent.status === 'processing')
    return { ok: true, id: paymentIntent.id };
  return unusableAnswer;
}

/** After these errors the outcome is unknown, so the shop is asked before another try. */
const unclear: Readonly<Record<string, string>> = {
  api_connection_error: 'network',
  api_error: 'api_error',
  rate_limit_error: 'api_error',
  idempotency_error: 'api_error',
};

/** When Stripe.js throws, because it was unloaded or misused. */
export const noAnswer = {
  ok: false,
  code: 'api_error',
  message: 'The card provider gave no answer. Please try again in a moment.',
} as const satisfies Confirmation;
