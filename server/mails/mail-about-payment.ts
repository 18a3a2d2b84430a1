import type { Database } from '#server/shop.ts';
import { lineOf } from './batch-letters.ts';
import type { LetterAbout } from './letter-kinds.ts';
import { toAdmins } from './mail-admins.ts';
import { letterTo, mailCustomer } from './mail-customer.ts';
import type { ToldOrders } from './payment-letters.ts';
import { poNumbersOf } from './po-numbers.ts';
import { listMailedOrders, type MailedOrder } from './store.ts';
import { writeLetters, type LetterTo, type MailShop } from './write-letters.ts';

/** Orders of one customer that one payment was to pay. */
interface PaidTogether {
  readonly intentId: string;
  readonly orderIds: readonly string[];
}

/** A payment has arrived: one letter to its customer and one to each admin, however many orders it pays. */
export function lettersOfPayment(
  intentId: string,
  { orders, admins }: { orders: readonly MailedOrder[]; admins: Parameters<typeof toAdmins>[0] },
): LetterTo[] {
  const [first, ...others] = orders;
  if (first === undefined) return [];
  const lines = orders.map(lineOf);
  const [line] = lines;
  if (others.length === 0 && line !== undefined)
    return [
      ...(first.isForgotten ? [] : [letterTo(first, { kind: 'paid' })]),
      ...toAdmins(admins, `admins-paid:${first.id}`, { kind: 'admins-order-paid', facts: line }),
    ];
  // Of the order with the least id: they come the other way round.
  const receiptOf = orders.at(-1)?.id ?? first.id;
  return [
    ...toPayer(orders, `payment-paid:${intentId}`, (told) => ({
      kind: 'orders-paid',
      facts: { ...told, intentId, receiptOf },
    })),
    ...toAdmins(admins, `admins-payment-paid:${intentId}`, {
      kind: 'admins-orders-paid',
      facts: { lines },
    }),
  ];
}

/** Too many cards were declined on a payment; the next one for its orders has to wait. */
export async function mailPausedPayment(
  tx: Database,
  shop: MailShop,
  { intentId, orderIds, until: end }: PaidTogether & { readonly until: Date },
): Promise<void> {
  const until = end.toISOString();
  const [only, ...others] = orderIds;
  if (only !== undefined && others.length === 0)
    return mailCustomer(tx, shop, only, { kind: 'paused', intentId, until });
  const orders = await listMailedOrders(tx, shop, { ids: orderIds });
  const letters = toPayer(orders, `payment-paused:${intentId}`, (told) => ({
    kind: 'orders-paused',
    facts: { ...told, until },
  }));
  await writeLetters(tx, shop, letters);
}

/** Money that pays none of these orders goes back; `why` ends a sentence about them. */
export async function mailReturnedMoney(
  tx: Database,
  shop: MailShop,
  money: PaidTogether & { readonly amountCents: number; readonly why: string },
): Promise<void> {
  const { intentId, orderIds, amountCents, why } = money;
  const [only, ...others] = orderIds;
  if (only !== undefined && others.length === 0)
    return mailCustomer(tx, shop, only, { kind: 'returned', intentId, amountCents, why });
  const orders = await listMailedOrders(tx, shop, { ids: orderIds });
  const letters = toPayer(orders, `payment-returned:${intentId}`, (told) => ({
    kind: 'money-returned',
    facts: { ...told, intentId, amountCents, why },
  }));
  await writeLetters(tx, shop, letters);
}

/** Somebody gave money of a payment back in the card provider's dashboard. */
export async function mailForeignReturn(
  tx: Database,
  shop: MailShop,
  refund: {
    readonly refundId: string;
    readonly intentId: string;
    readonly shares: readonly { readonly orderId: string; readonly cents: number }[];
    readonly amountCents: number;
    readonly reason: string;
  },
): Promise<void> {
  const { refundId, intentId, shares, amountCents, reason } = refund;
  const [only, ...others] = shares;
  if (only !== undefined && others.length === 0)
    return mailCustomer(tx, shop, only.orderId, {
      kind: 'refunded',
      refundId,
      amountCents,
      reason,
    });
  const ids = shares.map(({ orderId }) => orderId);
  const orders = await listMailedOrders(tx, shop, { ids });
  const letters = toPayer(orders, `order-refunded:${refundId}`, (told) => ({
    kind: 'orders-refunded',
    facts: { ...told, intentId, amountCents, reason },
  }));
  await writeLetters(tx, shop, letters);
}

/** None to somebody who has closed the account. */
function toPayer(
  orders: readonly MailedOrder[],
  eventKey: string,
  about: (told: ToldOrders) => LetterAbout,
): LetterTo[] {
  const [first] = orders;
  if (first === undefined || first.isForgotten) return [];
  const told = { lines: orders.map(lineOf), poNumbers: poNumbersOf(orders) };
  const { email: recipient, name } = first;
  return [{ eventKey, recipient, name, ...about(told) }];
}
