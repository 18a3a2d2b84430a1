import { orderNumber } from '#contract/order-rules.ts';
import type { PartRow } from '#server/parts/store.ts';
import type { Database } from '#server/shop.ts';
import { writeMail } from './outbox.ts';
import { htmlOf, textOf, type Letter, type MailShop, type Sender } from './mail-template.ts';
import { findMailedOrder, findMailedPayment, listMailedAdmins } from './store.ts';
import { dollars, linksOf, pieces } from './wording.ts';

/** Tells the admins of an order that is paid and waits to be shipped. */
export async function mailPaidOrder(tx: Database, shop: MailShop, orderId: string): Promise<void> {
  const order = await findMailedOrder(tx, orderId);
  const total = dollars(order.total_cents);
  await mailAdmins(tx, shop, `admins-paid:${orderId}`, {
    subject: `Order ${orderNumber(orderId)} is paid: ${total}`,
    paragraphs: ['A new order is paid and can be shipped.'],
    facts: [
      ['Order', orderNumber(orderId)],
      ['Part', order.part_name],
      ['Quantity', pieces(order.quantity)],
      ['Total', total],
    ],
    link: { words: 'See the orders', url: linksOf(shop).allOrders },
  });
}

/**
 * Tells the admins that an order left fewer pieces than one order needs. Nobody can order the part then, so the next
 * such order is one after its stock has risen: one mail per fall.
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
      ['Part number', part.part_number ?? ''],
      ['In stock', pieces(part.in_stock)],
      ['Minimum order', pieces(part.order_quantity)],
    ],
    link: { words: 'See the part', url: linksOf(shop).managedPart(part.id) },
  });
}

/** A refund that the card provider will never make; `refundId` when an admin asked for it, else the whole payment was to go back. */
interface RefusedRefund {
  readonly intentId: string;
  readonly refundId?: string;
  readonly amountCents?: number;
}

/** Tells the admins of a refund that the card provider refuses: a person has to find another way. */
export async function mailRefusedRefund(
  db: Database,
  shop: MailShop,
  { intentId, refundId, amountCents }: RefusedRefund,
): Promise<void> {
  const payment = await findMailedPayment(db, intentId);
  const amount = dollars(amountCents ?? payment?.amount_cents ?? 0);
  await mailAdmins(db, shop, `admins-refund-refused:${refundId ?? intentId}`, {
    subject: `A refund of ${amount} needs you`,
    paragraphs: [
      `The card provider refuses to give ${amount} back. The customer was promised it: look at the payment in the provider's own dashboard, and agree on another way with the customer if need be.`,
    ],
    facts: [
      ...(payment === undefined ? [] : [['Order', orderNumber(payment.order_id)] as const]),
      ['Transaction', intentId],
      ['Amount', amount],
    ],
    link: { words: 'See the orders', url: linksOf(shop).allOrders },
  });
}

/** A payment at the provider that pays no order of ours. */
interface UnknownPayment {
  readonly id: string;
  readonly amountCents: number;
  readonly currency: string;
  /** It names an order as we name them: only this shop does. */
  readonly namesOrder: boolean;
}

/**
 * Tells the admins of money that names no order of this shop. Another business may share the provider's account and
 * its money is none of ours: of what names none of ours at all is told once a day, of what names one that does not exist, each time.
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

/** Tells every admin that there is one more: whoever made a stolen account an admin is seen at once. */
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
    link: { words: 'See the users', url: linksOf(shop).allUsers },
  });
}

/** The same letter to every admin with a verified address. */
export async function mailAdmins(
  tx: Database,
  shop: Sender,
  eventKey: string,
  told: Omit<Letter, 'name'>,
): Promise<void> {
  for (const admin of await listMailedAdmins(tx)) {
    const letter = {
      ...told,
      facts: told.facts.filter(([, fact]) => fact !== ''),
      name: admin.name,
    };
    const mail = {
      eventKey: `${eventKey}:${admin.id}`,
      recipient: admin.email,
      subject: letter.subject,
    };
    await writeMail(
      tx,
      { ...mail, text: textOf(letter, shop), html: htmlOf(letter, shop) },
      shop.clock.now(),
    );
  }
}
