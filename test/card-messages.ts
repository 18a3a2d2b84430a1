import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { cardEventsPath } from '#server/payments/card-events.ts';
import type { Database } from '#server/shop.ts';
import type { CardSandboxTables } from '#server/third-parties/cards/sandbox/tables.ts';

/** Posts a webhook of the card provider to the shop. */
export function postMessage(
  app: FastifyInstance,
  { payload, signature }: { payload: string; signature: string },
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: cardEventsPath,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    payload,
  });
}

/** The provider's stored events about an order, oldest first. */
export async function messagesAbout(memory: Database, orderId: string): Promise<string[]> {
  const events = memory.withTables<CardSandboxTables>().selectFrom('card_sandbox.events');
  const rows = await events.select('body').orderBy('created_at').orderBy('id').execute();
  return rows.map(({ body }) => body).filter((body) => body.includes(orderId));
}
