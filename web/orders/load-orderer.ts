import type { Address } from '#contract/addresses.ts';
import { call } from '#web/api/call.ts';
import type { Session } from '#web/session/stored-session.ts';
import { knownDeliveries, type KnownDelivery } from './known-deliveries.ts';

/** Who orders: name and e-mail are the account's; a form starts with the first of the deliveries. */
export interface Orderer {
  readonly name: string;
  readonly email: string;
  readonly deliveries: readonly KnownDelivery[];
  /** Undefined where it could not be read. */
  readonly book: readonly Address[] | undefined;
}

/** The last order, the profile and the address book only save typing: without them a form starts empty. */
export async function loadOrderer({ email, name }: Session, signal: AbortSignal): Promise<Orderer> {
  const [user, orders, book] = await Promise.all([
    call('getUser', { params: { email } }, { signal }).catch(() => undefined),
    call('listOrders', { query: { email, limit: 1 } }, { signal }).catch(() => []),
    call('listAddresses', {}, { signal }).catch(() => undefined),
  ]);
  const deliveries = knownDeliveries(orders[0], user, book);
  return { name: user?.name ?? name, email, deliveries, book };
}
