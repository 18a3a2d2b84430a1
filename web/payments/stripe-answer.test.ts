import type { PaymentIntent, StripeError } from '@stripe/stripe-js';
import { describe, expect, test } from 'vitest';
import { codesToAskAgain } from './card-provider.ts';
import { confirmationOf } from './stripe-answer.ts';

const intent = (status: PaymentIntent.Status) =>
  confirmationOf({ paymentIntent: { id: 'pi_1', status } as PaymentIntent });
const refused = (error: StripeError) => confirmationOf({ error });

describe("Stripe's answer", () => {
  test('is a payment when the money moved or is on its way: the shop then asks Stripe itself', () => {
    expect(intent('succeeded')).toEqual({ ok: true, id: 'pi_1' });
    expect(intent('processing')).toEqual({ ok: true, id: 'pi_1' });
  });

  test.each([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'requires_capture',
    'canceled',
  ] as const)('is no payment when the intent %s', (status) => {
    expect(intent(status)).toMatchObject({
      ok: false,
      code: 'api_error',
      message: expect.stringMatching(/\w/),
    });
  });

  test("is told in the provider's own words when the card is refused (Spec §8)", () => {
    expect(
      refused({
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'generic_decline',
        message: 'Your card was declined.',
      }),
    ).toEqual({ ok: false, code: 'card_declined', message: 'Your card was declined.' });
  });

  test('stands beside the field when something is missing there', () => {
    expect(
      refused({
        type: 'validation_error',
        code: 'incomplete_number',
        message: 'Your card number is incomplete.',
      }),
    ).toEqual({
      ok: false,
      code: 'incomplete_number',
      message: 'Your card number is incomplete.',
      besideField: true,
    });
  });

  test.each([
    'api_connection_error',
    'api_error',
    'rate_limit_error',
    'idempotency_error',
  ] as const)(
    'has the shop asked before another try when it is %s: the money may have moved',
    (type) => {
      const answer = refused({ type });
      expect(answer).toMatchObject({ ok: false, message: expect.stringMatching(/\w/) });
      expect(codesToAskAgain).toContain(answer.ok ? '' : answer.code);
    },
  );

  test('has the shop asked when the order was paid or cancelled meanwhile', () => {
    const answer = refused({
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: 'This was paid.',
    });
    expect(codesToAskAgain).toContain(answer.ok ? '' : answer.code);
  });
});
