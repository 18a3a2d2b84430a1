import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuse } from '#server/http/refusal.ts';
import { bearerOf } from '#server/http/who.ts';
import { processMetrics } from './process-metrics.ts';
import type { ShopMetrics } from './shop-metrics.ts';

/** `/metrics`, for whoever knows the token; the right token is not rate limited, so that a flood can be watched. */
export function answerMetrics(app: FastifyInstance, metrics: ShopMetrics, token: string): void {
  // Counts from here on, not from the first scrape.
  processMetrics();
  const expected = digest(token);
  const isKnown = ({ headers }: FastifyRequest): boolean =>
    timingSafeEqual(digest(bearerOf(headers.authorization) ?? ''), expected);
  const config = {
    price: (request: FastifyRequest) => (isKnown(request) ? 0 : 1),
    isQuiet: true as const,
  };
  app.get('/metrics', { config }, async (request, reply) => {
    if (!isKnown(request)) refuse('sign_in_required');
    return reply
      .headers({ 'cache-control': 'no-store', 'content-type': textFormat })
      .send(await metrics.text());
  });
}

const textFormat = 'text/plain; version=0.0.4; charset=utf-8';

/** Of the same length for any text, so that comparing tells nothing of it. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
