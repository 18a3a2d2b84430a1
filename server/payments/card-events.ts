import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#server/http/refusal.ts';
import { recordSecurityEvent } from '#server/security-events/store.ts';
import { inBackground, type Shop } from '#server/shop.ts';
import type { CardEvent } from '#server/third-parties/cards/port.ts';
import { syncRefundsAndDisputes } from './sync-refunds-and-disputes.ts';
import { settle } from './settle.ts';

/** Where the card provider sends its messages. */
export const cardEventsPath = '/api/card-events';

/** What an accepted message is about; all others are accepted without effect. */
const payments = new Set([
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
]);
/** What happens to money that has arrived: refunds and disputes, in all their states. */
const afterwards = /^(charge\.refunded|(charge\.)?refund\.\w+|charge\.dispute\.\w+)$/;

/**
 * Takes the provider's signed messages on the raw body, and believes only that something happened: what it was,
 * the provider is asked. Refuses with `bad_signature`; an error answers 5xx, so that the provider sends again.
 */
export function mountCardEvents(app: FastifyInstance, shop: Shop): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    // Free: nothing may stand between the provider's messages and the shop, and a forged one costs less than its refusal.
    scope.post(
      cardEventsPath,
      { bodyLimit: 256 * 1024, config: { price: 0 } },
      async (request, reply) => {
        await believe(inBackground(shop), await signedEvent(shop, request));
        return reply.header('cache-control', 'no-store').send({ received: true });
      },
    );
  });
}

/** The message, if the provider signed it; one that it did not is written down. Refuses with `bad_signature`. */
async function signedEvent(shop: Shop, request: FastifyRequest): Promise<CardEvent> {
  const signature = request.headers['stripe-signature'];
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  try {
    return shop.cards.parseWebhook(rawBody, typeof signature === 'string' ? signature : '');
  } catch (error) {
    if (error instanceof Refusal && error.code === 'bad_signature')
      await recordSecurityEvent(shop, {
        kind: 'forged_message',
        userId: undefined,
        from: { address: request.ip, requestId: request.id },
      });
    throw error;
  }
}

/** Brings the books in line with what the provider says now of the payment that a message is about. */
async function believe(shop: Shop, { type, intentId }: CardEvent): Promise<void> {
  if (intentId === undefined) return;
  const isAfterwards = afterwards.test(type);
  if (payments.has(type) || isAfterwards) await settle(shop, intentId);
  if (isAfterwards) await syncRefundsAndDisputes(shop, intentId);
}
