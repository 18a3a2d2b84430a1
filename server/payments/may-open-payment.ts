import type { NewIntent } from '#contract/payments.ts';
import { countRequest } from '#server/rate-limit/store.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Who } from '#server/http/who.ts';
import { tieKey } from '#server/idempotency/store.ts';
import type { Shop } from '#server/shop.ts';

/** In ten minutes: of one order from one address, and from one address in all. */
const limit = { perAccount: 60, perAddress: 600 };

/** Who asks to open a payment, from where, under which key. */
export interface Opening {
  readonly who: Who;
  readonly address: string;
  readonly key: string | undefined;
}

/**
 * Applies the rate limit, and ties a customer's idempotency key to its first request. The answer is not stored: an order
 * has one open payment, which a replay finds again.
 * Refuses with `too_many_requests` or `key_reused`.
 */
export async function mayOpenPayment(
  shop: Shop,
  wanted: NewIntent,
  { who, address, key }: Opening,
): Promise<void> {
  const account = wanted.orderId ?? (who.kind === 'customer' ? who.userId : undefined);
  const now = shop.clock.now();
  const seconds = await countRequest(
    shop.db,
    { what: 'open-payment', address, account },
    limit,
    now,
  );
  if (seconds !== undefined) refuse('too_many_requests', { retryAfterSeconds: seconds });
  if (key === undefined || who.kind === 'guest') return;
  const asked = {
    userId: who.userId,
    key,
    request: [
      'create-payment-intent',
      wanted.orderId ?? wanted.orderIds?.toSorted() ?? null,
      wanted.price,
    ],
    now,
  };
  await tieKey(shop.db, asked);
}
