import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#server/http/refusal.ts';
import { recordSecurityEvent } from '#server/security-events/store.ts';
import { inBackground, type Shop } from '#server/shop.ts';
import type { CardEvent } from '#server/third-parties/cards/port.ts';
import { syncRefundsAndDisputes } from './sync-refunds-and-disputes.ts';
import { settle } from './settle.ts';

/** The address of the card provider's webhook. */
export const cardEventsPath = '/api/card-events';

/** Delivers the sandbox's events to the webhook, as they would come over the network. */
export function deliverTo(app: FastifyInstance) {
  return async (payload: string, signature: string): Promise<void> => {
    const answer = await app.inject({
      method: 'POST',
      url: cardEventsPath,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    });
    if (answer.statusCode !== 200)
      throw new Error(`The shop answered ${answer.statusCode} to a message of the card provider.`);
  };
}

/** Other types are accepted without effect. */
const payments = new Set([
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
]);
const refundsAndDisputes = /^(charge\.refunded|(charge\.)?refund\.\w+|charge\.dispute\.\w+)$/;

/**
 * The webhook. A signed message is believed only in that something happened; what it was, the provider is asked.
 * Refuses with `bad_signature`; an error answers 5xx, so that the provider retries.
 */
export function mountCardEvents(app: FastifyInstance, shop: Shop): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    // Outside the rate limit: the provider's messages must always get through, and checking a forged one costs little.
    scope.post(
      cardEventsPath,
      { bodyLimit: 256 * 1024, config: { price: 0 } },
      async (request, reply) => {
        await book(inBackground(shop), await verifiedEvent(shop, request));
        return reply.header('cache-control', 'no-store').send({ received: true });
      },
    );
  });
}

/** A forged message is recorded as a security event. Refuses with `bad_signature`. */
async function verifiedEvent(shop: Shop, request: FastifyRequest): Promise<CardEvent> {
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

async function book(shop: Shop, { type, intentId }: CardEvent): Promise<void> {
  if (intentId === undefined) return;
  const isLater = refundsAndDisputes.test(type);
  if (payments.has(type) || isLater) await settle(shop, intentId);
  if (isLater) await syncRefundsAndDisputes(shop, intentId);
}
