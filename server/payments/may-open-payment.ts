import type { NewIntent } from '#contract/payments.ts';
import { together } from '#server/db/together.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Who } from '#server/http/who.ts';
import { checkTie, tyingKey } from '#server/idempotency/store.ts';
import { countingRequest } from '#server/rate-limit/store.ts';
import type { Shop } from '#server/shop.ts';
import { readingOrders } from './orders-to-pay.ts';
import type { WantedOrder } from './payable-orders.ts';

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
 * has one open payment, which a replay finds again. Answers the orders that are asked for, those that there are: they are read with it.
 * Refuses with `too_many_requests` or `key_reused`.
 */
export async function mayOpenPayment(
  shop: Shop,
  wanted: NewIntent,
  { who, address, key }: Opening,
): Promise<readonly WantedOrder[]> {
  const account = wanted.orderId ?? (who.kind === 'customer' ? who.userId : undefined);
  const now = shop.clock.now();
  const request = { what: 'open-payment', address, account };
  const { counting, waitFrom, limits } = countingRequest(request, limit, now);
  const reading = readingOrders(wanted, who);
  const asked = key === undefined || who.kind === 'guest' ? undefined : keyOf(wanted, who, key);
  // What is counted and tied is committed together; last, because all requests of a network wait for the same counter.
  const [orders, counted, tied] =
    asked === undefined
      ? await together(shop.db, [reading, counting])
      : await together(shop.db, [reading, counting, tyingKey({ ...asked, now }, limits)]);
  const seconds = waitFrom(counted);
  if (seconds !== undefined) refuse('too_many_requests', { retryAfterSeconds: seconds });
  if (asked !== undefined && tied?.length === 0) await checkTie(shop.db, { ...asked, now });
  return orders;
}

function keyOf(
  { orderId, orderIds, price }: NewIntent,
  { userId }: { readonly userId: string },
  key: string,
) {
  const request = ['create-payment-intent', orderId ?? orderIds?.toSorted() ?? null, price];
  return { userId, key, request };
}
