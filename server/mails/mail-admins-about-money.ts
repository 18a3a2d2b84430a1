import type { Database } from '#server/shop.ts';
import type { CardDispute } from '#server/third-parties/cards/port.ts';
import { mailAdmins } from './mail-admins.ts';
import { listMailedOrders, type MailedOrder } from './store.ts';
import type { MailShop } from './write-letters.ts';

/** Money of one or more orders that went back. */
interface Refund {
  readonly refundId: string;
  readonly shares: readonly { readonly orderId: string; readonly cents: number }[];
  readonly amountCents: number;
}

const idsOf = ({ shares }: Refund): string[] => shares.map(({ orderId }) => orderId);

/** Somebody gave money back in the card provider's dashboard: it is in the books now. */
export async function mailForeignRefund(
  tx: Database,
  shop: MailShop,
  refund: Refund,
): Promise<void> {
  const orderIds = idsOf(refund);
  const orders = await listMailedOrders(tx, shop, { ids: orderIds });
  const sum = (cents: (order: MailedOrder) => number) =>
    orders.reduce((all, order) => all + cents(order), 0);
  await mailAdmins(tx, shop, `admins-foreign-refund:${refund.refundId}`, {
    kind: 'admins-foreign-refund',
    facts: {
      orderIds,
      amountCents: refund.amountCents,
      refundedCents: sum((order) => order.refunded_cents),
      totalCents: sum((order) => order.total_cents),
    },
  });
}

/** The money of a refund came back from the card: the customer still waits for it. */
export async function mailFailedRefund(
  tx: Database,
  shop: MailShop,
  refund: Refund,
): Promise<void> {
  await mailAdmins(tx, shop, `admins-refund-failed:${refund.refundId}`, {
    kind: 'admins-refund-failed',
    facts: { orderIds: idsOf(refund), amountCents: refund.amountCents },
  });
}

/** Where a dispute stands; one mail for each state of it. */
export async function mailDispute(
  tx: Database,
  shop: MailShop,
  { orderIds, dispute }: { orderIds: readonly string[]; dispute: CardDispute },
): Promise<void> {
  const { id, state, amountCents, answerBy: by } = dispute;
  const answerBy = state === 'open' && by !== undefined ? by.toISOString() : null;
  await mailAdmins(tx, shop, `admins-dispute:${id}:${state}`, {
    kind: 'admins-dispute',
    facts: { orderIds, state, amountCents, answerBy },
  });
}
