import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#server/http/refusal.ts';
import { sourceOf } from '#server/request-source.ts';
import { recordSecurityEvent } from '#server/security-events/store.ts';
import { inBackground, type Shop } from '#server/shop.ts';
import type { CardEvent } from '#server/third-parties/cards/port.ts';
import { settle } from './settle.ts';

/** Where the card provider sends its messages. */
export const cardEventsPath = '/api/card-events';

/** What an accepted message may change; all others are accepted without effect. */
const settling = new Set(['payment_intent.succeeded', 'payment_intent.canceled']);

/**
 * Takes the provider's signed messages on the raw body, and believes only that something happened: what it was,
 * the provider is asked. Refuses with `bad_signature`; an error answers 5xx, so that the provider sends again.
 */
export function mountCardEvents(app: FastifyInstance, shop: Shop): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    // Free: nothing may stand between the provider's messages and the shop, and a forged one costs less than its refusal.
    scope.post(cardEventsPath, { bodyLimit: 256 * 1024, config: { price: 0 } }, async (request, reply) => {
      const event = await signedEvent(shop, request);
      if (event.intentId !== undefined && settling.has(event.type)) await settle(inBackground(shop), event.intentId);
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
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
      await recordSecurityEvent(shop, { kind: 'forged_message', userId: undefined, from: sourceOf(request) });
    throw error;
  }
}
