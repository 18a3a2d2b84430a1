import { dayMs } from '#contract/durations.ts';
import type { Database } from '#server/shop.ts';
import { writeMail } from './outbox.ts';
import { letterFor, type CustomerEvent } from './order-mails.ts';
import { htmlOf, textOf, type MailShop } from './mail-template.ts';
import {
  countMailsTo,
  findMailedOrder,
  mostToUnproven,
  reminderKey,
  type MailedOrder,
} from './store.ts';

const costsNothing: ReadonlySet<CustomerEvent['kind']> = new Set([
  'placed',
  'reminder',
  'expired',
  'cancelled',
]);

/** Writes the mail that tells a customer what happened to their order, in the transaction in which it happened; one per event. */
export async function mailCustomer(
  tx: Database,
  shop: MailShop,
  orderId: string,
  event: CustomerEvent,
): Promise<void> {
  await mailAboutOrder(tx, shop, await findMailedOrder(tx, orderId), event);
}

/** As `mailCustomer`, with the order at hand. */
export async function mailAboutOrder(
  tx: Database,
  shop: MailShop,
  order: MailedOrder,
  event: CustomerEvent,
): Promise<void> {
  if (order.isForgotten) return;
  const now = shop.clock.now();
  if (!order.isOwnAddress && costsNothing.has(event.kind)) {
    if ((await countMailsTo(tx, order.email, new Date(now.getTime() - dayMs))) >= mostToUnproven)
      return;
  }
  const letter = letterFor(event, order, shop);
  const mail = {
    eventKey: keyOf(event, order.id),
    recipient: order.email,
    subject: letter.subject,
  };
  await writeMail(tx, { ...mail, text: textOf(letter, shop), html: htmlOf(letter, shop) }, now);
}

function keyOf(event: CustomerEvent, orderId: string): string {
  if (event.kind === 'reminder') return reminderKey + orderId;
  if (event.kind === 'refunded') return `order-refunded:${event.refundId}`;
  if (event.kind === 'paused') return `order-paused:${orderId}:${event.intentId}`;
  if (event.kind === 'returned') return `payment-returned:${event.intentId}`;
  return `order-${event.kind}:${orderId}`;
}
