import { rowsOf } from '#server/db/prepared.ts';
import type { PartRow } from '#server/parts/store.ts';
import type { Database } from '#server/shop.ts';
import type { UnknownPayment } from './admins-money-letters.ts';
import type { LetterAbout } from './letter-kinds.ts';
import { findMailedPayment, mailedAdmins } from './store.ts';
import { writeLetters, type LetterTo, type MailShop, type Sender } from './write-letters.ts';

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
  const { id, name, part_number, order_quantity, in_stock: left } = part;
  await mailAdmins(tx, shop, `admins-low-stock:${orderId}`, {
    kind: 'admins-low-stock',
    facts: { orderId, part: { id, name, part_number, order_quantity, left } },
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
  await mailAdmins(db, shop, `admins-refund-refused:${refundId ?? intentId}`, {
    kind: 'admins-refund-refused',
    facts: {
      intentId,
      orderIds: orderId === undefined ? (payment?.order_ids ?? []) : [orderId],
      amountCents: amountCents ?? payment?.amount_cents ?? 0,
    },
  });
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
  const { id, amountCents, currency, namesOrder } = money;
  await mailAdmins(tx, shop, `admins-lost-money:${namesOrder ? id : day}`, {
    kind: 'admins-unknown-payment',
    facts: { id, amountCents, currency, namesOrder },
  });
}

/** Mails what waits for an admin, once for each hour in which more was found: a restored backup may lack thousands. */
export async function mailUnbookedPayments(
  tx: Database,
  shop: MailShop,
  { payments, cents, newest }: { payments: number; cents: number; newest: Date },
): Promise<void> {
  await mailAdmins(tx, shop, `admins-unbooked:${newest.toISOString().slice(0, 13)}`, {
    kind: 'admins-unbooked-payments',
    facts: { payments, cents },
  });
}

/** Every admin is told of a new one: an attacker who made an account an admin is seen at once. */
export async function mailNewAdmin(
  tx: Database,
  shop: Sender,
  { id, ...facts }: LetterTo<'admins-new-admin'>['facts'] & { readonly id: string },
): Promise<void> {
  const eventKey = `admins-new-admin:${id}:${shop.clock.now().getTime()}`;
  await mailAdmins(tx, shop, eventKey, { kind: 'admins-new-admin', facts });
}

/** The same letter to every admin with a verified address. */
export async function mailAdmins(
  tx: Database,
  shop: Sender,
  eventKey: string,
  letter: LetterAbout,
): Promise<void> {
  await writeLetters(tx, shop, toAdmins(await rowsOf(tx, mailedAdmins({})), eventKey, letter));
}

/** The same letter to each of the admins. */
export function toAdmins(
  admins: readonly { readonly id: string; readonly email: string; readonly name: string }[],
  eventKey: string,
  letter: LetterAbout,
): LetterTo[] {
  return admins.map(({ id, email: recipient, name }) => ({
    ...letter,
    eventKey: `${eventKey}:${id}`,
    recipient,
    name,
  }));
}
