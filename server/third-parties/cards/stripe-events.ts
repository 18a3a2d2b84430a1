import type { Stripe } from 'stripe';
import type { Clock } from '#server/clock.ts';
import { refuse } from '#server/http/refusal.ts';
import type { CardEvent } from './port.ts';

interface Message {
  readonly rawBody: Buffer;
  readonly signature: string;
  readonly setup: { readonly webhookSecrets: readonly string[]; readonly clock: Clock };
}

/** The parsed body of a signed webhook, whose shape is not yet checked. Refuses with `bad_signature`. */
export function verified(stripe: Stripe, { rawBody, signature, setup }: Message): unknown {
  const receivedAt = setup.clock.now().getTime();
  for (const secret of setup.webhookSecrets) {
    try {
      return stripe.webhooks.constructEvent(
        rawBody,
        signature,
        secret,
        undefined,
        undefined,
        receivedAt,
      );
    } catch {
      // Without the cause: anybody can send forged messages, and a stack for each would flood the log.
    }
  }
  refuse('bad_signature');
}

/** A message of an unknown shape has no intent, and so no effect. */
export function parseEvent(message: unknown): CardEvent {
  const { id, type, data } = asRecord(message);
  const about = asRecord(asRecord(data)['object']);
  const intentId = about['object'] === 'payment_intent' ? about['id'] : about['payment_intent'];
  return {
    id: typeof id === 'string' ? id : '',
    type: typeof type === 'string' ? type : '',
    intentId: typeof intentId === 'string' && /^\w{1,255}$/.test(intentId) ? intentId : undefined,
  };
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
