import { dayMs } from '#contract/durations.ts';
import { before } from '#server/clock.ts';
import type { Database } from '#server/shop.ts';
import type { MailRow } from './outbox.ts';
import type { CustomerEvent } from './order-letters.ts';
import {
  countMailsTo,
  findMailedOrder,
  mostToUnproven,
  toldOf,
  type MailedOrder,
} from './store.ts';
import { letterRow, writeLetters, type LetterTo, type MailShop } from './write-letters.ts';

interface Rule<Event> {
  /** Costs nothing to cause, so that anybody could have it mailed to a stranger. */
  readonly isFree?: true;
  /** The key under which one mail is written; 'once' when an order has such an event once. */
  readonly key: 'once' | ((event: Event, orderId: string) => string);
}

const rules: { readonly [K in CustomerEvent['kind']]: Rule<CustomerEvent<K>> } = {
  placed: { isFree: true, key: 'once' },
  reminder: { isFree: true, key: 'once' },
  paid: { key: 'once' },
  // The last shipment's is as that of an order that is shipped at once.
  shipped: {
    key: ({ shipment, left }, orderId) =>
      left === 0 ? `order-shipped:${orderId}` : `order-shipped:${orderId}:${shipment.number}`,
  },
  expired: { isFree: true, key: 'once' },
  cancelled: { isFree: true, key: 'once' },
  refunded: { key: ({ refundId }) => `order-refunded:${refundId}` },
  // Free: it can be asked and withdrawn again and again.
  return_asked: { isFree: true, key: ({ returnId }) => `order-return-asked:${returnId}` },
  return_agreed: { key: ({ returnId }) => `order-return-agreed:${returnId}` },
  return_declined: { key: ({ returnId }) => `order-return-declined:${returnId}` },
  return_received: { key: ({ returnId }) => `order-return-received:${returnId}` },
  return_settled: { key: ({ returnId }) => `order-return-settled:${returnId}` },
  // As every refund: the doctor looks for one mail of each.
  return_refunded: { key: ({ refundId }) => `order-refunded:${refundId}` },
  paused: { key: ({ intentId }, orderId) => `order-paused:${orderId}:${intentId}` },
  returned: { key: ({ intentId }) => `payment-returned:${intentId}` },
};

/** Writes the mail about an event into the outbox, in the transaction of the event; one per event. */
export async function mailCustomer(
  tx: Database,
  shop: MailShop,
  orderId: string,
  event: CustomerEvent,
): Promise<void> {
  await mailAboutOrder(tx, shop, await findMailedOrder(tx, shop, orderId), event);
}

/** As `mailCustomer`, with the order that was just read. */
async function mailAboutOrder<K extends CustomerEvent['kind']>(
  tx: Database,
  shop: MailShop,
  order: MailedOrder,
  event: CustomerEvent<K>,
): Promise<void> {
  const letter = await letterAbout(tx, shop, order, event);
  if (letter !== undefined) await writeLetters(tx, shop, [letter]);
}

/** The rows of the mail about an event, for the statement that writes the event: one, or none when nobody is told. */
export async function mailRowsAbout<K extends CustomerEvent['kind']>(
  tx: Database,
  shop: MailShop,
  order: MailedOrder,
  event: CustomerEvent<K>,
): Promise<MailRow[]> {
  const letter = await letterAbout(tx, shop, order, event);
  return letter === undefined ? [] : [letterRow(shop, letter)];
}

async function letterAbout<K extends CustomerEvent['kind']>(
  tx: Database,
  shop: MailShop,
  order: MailedOrder,
  event: CustomerEvent<K>,
): Promise<LetterTo | undefined> {
  const { isFree }: Rule<CustomerEvent<K>> = rules[event.kind];
  return (await mayMail(tx, shop, order, isFree === true)) ? letterTo(order, event) : undefined;
}

/** The letter about an event to its customer, who is to be told. */
export function letterTo<K extends CustomerEvent['kind']>(
  order: MailedOrder,
  event: CustomerEvent<K>,
): LetterTo {
  const { key }: Rule<CustomerEvent<K>> = rules[event.kind];
  const eventKey = key === 'once' ? `order-${event.kind}:${order.id}` : key(event, order.id);
  const { email: recipient, name } = order;
  const facts = { event: event as CustomerEvent, order: toldOf(order) };
  return { eventKey, recipient, name, kind: 'order', facts };
}

/**
 * Whether the customer of an order is told of an event: not somebody who closed the account, and, of what is free to cause, an
 * unproven address only so often a day.
 */
export async function mayMail(
  tx: Database,
  shop: MailShop,
  order: Pick<MailedOrder, 'isForgotten' | 'isOwnAddress' | 'email'>,
  isFree: boolean,
): Promise<boolean> {
  if (order.isForgotten) return false;
  if (order.isOwnAddress || !isFree) return true;
  const today = await countMailsTo(tx, order.email, before(shop.clock.now(), dayMs));
  return today < mostToUnproven;
}
