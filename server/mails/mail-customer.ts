import { dayMs } from '#contract/durations.ts';
import { before } from '#server/clock.ts';
import type { Database } from '#server/shop.ts';
import { writeLetter, type MailShop } from './mail-template.ts';
import { letterFor, type CustomerEvent } from './order-mails.ts';
import {
  countMailsTo,
  findMailedOrder,
  mostToUnproven,
  reminderKey,
  type MailedOrder,
} from './store.ts';

/** Events that cost nothing to cause, so that anybody could have them mailed to a stranger. */
const free: ReadonlySet<string> = new Set(['placed', 'reminder', 'expired', 'cancelled']);

/** Writes the mail about an event into the outbox, in the transaction of the event; one per event. */
export async function mailCustomer(
  tx: Database,
  shop: MailShop,
  orderId: string,
  event: CustomerEvent,
): Promise<void> {
  await mailAboutOrder(tx, shop, await findMailedOrder(tx, orderId), event);
}

/** As `mailCustomer`, with the order that was just read or written. */
export async function mailAboutOrder(
  tx: Database,
  shop: MailShop,
  order: MailedOrder,
  event: CustomerEvent,
): Promise<void> {
  if (order.isForgotten) return;
  if (!order.isOwnAddress && free.has(event.kind)) {
    const today = await countMailsTo(tx, order.email, before(shop.clock.now(), dayMs));
    if (today >= mostToUnproven) return;
  }
  const mail = { eventKey: eventKey(event, order.id), recipient: order.email };
  await writeLetter(tx, shop, mail, letterFor(event, order, shop));
}

/** One mail is written per key: an event that can happen twice to an order needs more than its kind. */
function eventKey(event: CustomerEvent, orderId: string): string {
  if (event.kind === 'reminder') return reminderKey + orderId;
  if (event.kind === 'refunded') return `order-refunded:${event.refundId}`;
  if (event.kind === 'paused') return `order-paused:${orderId}:${event.intentId}`;
  if (event.kind === 'returned') return `payment-returned:${event.intentId}`;
  return `order-${event.kind}:${orderId}`;
}
