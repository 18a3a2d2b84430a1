import type { Stripe } from 'stripe';
import type { Clock } from '#server/clock.ts';
import { refuse } from '#server/http/refusal.ts';
import type { CardEvent } from './port.ts';

interface Message {
  readonly rawBody: Buffer;
  readonly signature: string;
  readonly setup: { readonly webhookSecret: string; readonly clock: Clock };
}

/** The body of a message that the provider signed, parsed and not yet checked. Refuses with `bad_signature`. */
export function verified(stripe: Stripe, { rawBody, signature, setup }: Message): unknown {
  const receivedAt = setup.clock.now().getTime();
  try {
    return stripe.webhooks.constructEvent(
      rawBody,
      signature,
      setup.webhookSecret,
      undefined,
      undefined,
      receivedAt,
    );
  } catch {
    // Anybody can send such messages, as many as they like: a stack for each would drown the log.
    refuse('bad_signature');
  }
}

/** What a signed message is about. One of another shape than the provider's events is about nothing, and has no effect. */
export function eventOf(message: unknown): CardEvent {
  const { id, type, data } = fieldsOf(message);
  const about = fieldsOf(fieldsOf(data)['object']);
  const intentId = about['object'] === 'payment_intent' ? about['id'] : about['payment_intent'];
  return {
    id: typeof id === 'string' ? id : '',
    type: typeof type === 'string' ? type : '',
    intentId: typeof intentId === 'string' && /^\w{1,255}$/.test(intentId) ? intentId : undefined,
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
