import { orderNumber } from '#contract/order-rules.ts';
import { rowsOf } from '#server/db/prepared.ts';
import type { PartRow } from '#server/parts/store.ts';
import type { Database } from '#server/shop.ts';
import {
  writeLetters,
  type Letter,
  type LetterTo,
  type MailShop,
  type Sender,
} from './mail-template.ts';
import { findMailedPayment, mailedAdmins, type MailedOrder } from './store.ts';
import { dollars, pages, pieces } from './wording.ts';

/** An order is paid and can be shipped. */
export function paidOrderLetter(order: MailedOrder, shop: MailShop): Omit<Letter, 'name'> {
  const total = dollars(order.total_cents);
  return {
    subject: `Order ${orderNumber(order.id)} is paid: ${total}`,
    paragraphs: ['A new order is paid and can be shipped.'],
    facts: [
      ['Order', orderNumber(order.id)],
      ['Part', order.part_name],
      ['Quantity', pieces(order.quantity)],
      ['Total', total],
    ],
    link: { words: 'See the orders', url: pages(shop).allOrders },
  };
}

/**
 * An order left fewer pieces than the minimum order. Nobody can order the part until its stock has risen, so there is one
 * mail each time the stock falls below the minimum.
 */
export async function mailLowStock(
  tx: Database,
  shop: MailShop,
  part: PartRow,
  orderId: string,
): Promise<void> {
  if (part.in_stock >= part.order_quantity) return;
  await mailAdmins(tx, shop, `admins-low-stock:${orderId}`, {
    subject: 'A part is below its minimum order',
    paragraphs: [
      `Order ${orderNumber(orderId)} left fewer pieces than one order needs: nobody can order this part until there are more.`,
    ],
    facts: [
      ['Part', part.name],
      ['Part number', part.part_number],
      ['In stock', pieces(part.in_stock)],
      ['Minimum order', pieces(part.order_quantity)],
    ],
    link: { words: 'See the part', url: pages(shop).managedPart(part.id) },
  });
}

/** A refund that the card provider will never make: an admin's when there is a `refundId`, else of a whole payment. */
interface RefusedRefund {
  readonly intentId: string;
  readonly refundId?: string;
  /** Of a payment that is not in the books, as its amount. */
  readonly orderId?: string;
  readonly amountCents?: number;
}

/** The card provider refuses a refund: a person has to find another way. */
export async function mailRefusedRefund(
  db: Database,
  shop: MailShop,
  { intentId, refundId, orderId, amountCents }: RefusedRefund,
): Promise<void> {
  const payment = await findMailedPayment(db, intentId);
  const amount = dollars(amountCents ?? payment?.amount_cents ?? 0);
  const [order, ...others] = orderId === undefined ? (payment?.order_ids ?? []) : [orderId];
  await mailAdmins(db, shop, `admins-refund-refused:${refundId ?? intentId}`, {
    subject: `A refund of ${amount} needs you`,
    paragraphs: [
      `The card provider refuses to give ${amount} back. The customer was promised it: look at the payment in the provider's own dashboard, and agree on another way with the customer if need be.`,
    ],
    facts: [
      ['Order', order === undefined ? null : orderNumber(order)],
      ['And', others.length > 0 ? `${others.length} more` : null],
      ['Transaction', intentId],
      ['Amount', amount],
    ],
    link: { words: 'See the orders', url: pages(shop).allOrders },
  });
}

/** A payment at the provider that pays no order of ours. */
interface UnknownPayment {
  readonly id: string;
  readonly amountCents: number;
  readonly currency: string;
  /** Its metadata has an order id in our form: only this shop writes that. */
  readonly namesOrder: boolean;
}

/**
 * A payment names no order of this shop. Another business may share the provider's account, so payments without an order
 * id are mailed once a day; one with an order id that we do not have is mailed each time.
 */
export async function mailUnknownPayment(
  tx: Database,
  shop: MailShop,
  money: UnknownPayment,
): Promise<void> {
  const day = shop.clock.now().toISOString().slice(0, 10);
  const amount = `${(money.amountCents / 100).toFixed(2)} ${money.currency.toUpperCase()}`;
  await mailAdmins(tx, shop, `admins-lost-money:${money.namesOrder ? money.id : day}`, {
    subject: 'A card payment names no order of this shop',
    paragraphs: [
      'The card provider reports money that belongs to no order of this shop, so it neither pays one nor is it given back by itself. If no other business uses the same account at the provider, look at the payment in its dashboard and refund it there.',
      ...(money.namesOrder
        ? []
        : ['Further payments of this kind are only written to the log today.']),
    ],
    facts: [
      ['Transaction', money.id],
      ['Amount', amount],
    ],
  });
}

/** Mails what waits for an admin, once for each hour in which more was found: a restored backup may lack thousands. */
export async function mailUnbookedPayments(
  tx: Database,
  shop: MailShop,
  { payments, cents, newest }: { payments: number; cents: number; newest: Date },
): Promise<void> {
  await mailAdmins(tx, shop, `admins-unbooked:${newest.toISOString().slice(0, 13)}`, {
    subject: 'Card payments have no order here',
    paragraphs: [
      'The card provider holds payments for orders that this shop does not have. That happens when an older backup was restored, or when this is a copy of a shop that goes on selling.',
      'Nothing is given back by itself. The doctor lists them: if no other database of this shop has these orders, confirm there that they are refunded.',
    ],
    facts: [
      ['Payments so far', String(payments)],
      ['Together', dollars(cents)],
    ],
    link: { words: 'See the list', url: pages(shop).doctor },
  });
}

/** Every admin is told of a new one: an attacker who made an account an admin is seen at once. */
export async function mailNewAdmin(
  tx: Database,
  shop: Sender,
  made: {
    readonly id: string;
    readonly email: string;
    readonly isProven: boolean;
    readonly by: string;
  },
): Promise<void> {
  await mailAdmins(tx, shop, `admins-new-admin:${made.id}:${shop.clock.now().getTime()}`, {
    subject: 'Somebody was made an admin',
    paragraphs: [
      'An account of your shop may now manage its users, orders and products. If you know nothing of it, take the role away and look at the audit log.',
      ...(made.isProven
        ? []
        : ['Its e-mail address is not confirmed yet: the power begins when it is.']),
    ],
    facts: [
      ['Account', made.email],
      ['Made by', made.by],
    ],
    link: { words: 'See the users', url: pages(shop).allUsers },
  });
}

/** The same letter to every admin with a verified address. */
export async function mailAdmins(
  tx: Database,
  shop: Sender,
  eventKey: string,
  letter: Omit<Letter, 'name'>,
): Promise<void> {
  await writeLetters(tx, shop, toAdmins(await rowsOf(tx, mailedAdmins({})), eventKey, letter));
}

/** The same letter to each of the admins. */
export function toAdmins(
  admins: readonly { readonly id: string; readonly email: string; readonly name: string }[],
  eventKey: string,
  letter: Omit<Letter, 'name'>,
): LetterTo[] {
  return admins.map(({ id, email, name }) => ({
    eventKey: `${eventKey}:${id}`,
    recipient: email,
    letter: { ...letter, name },
  }));
}
