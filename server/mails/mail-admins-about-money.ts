import { orderNumber } from '#contract/order-rules.ts';
import type { Database } from '#server/shop.ts';
import type { CardDispute } from '#server/third-parties/cards/port.ts';
import type { Letter, MailShop } from './mail-template.ts';
import { mailAdmins } from './mail-admins.ts';
import { findMailedOrder } from './store.ts';
import { dollars, moment, pages } from './wording.ts';

/** Money of an order that went back or is asked back. */
interface OrderMoney {
  readonly orderId: string;
  readonly amountCents: number;
}

function aboutMoney(
  shop: MailShop,
  { orderId, amountCents }: OrderMoney,
  more: Letter['facts'] = [],
): Pick<Letter, 'facts' | 'link'> {
  return {
    facts: [['Order', orderNumber(orderId)], ['Amount', dollars(amountCents)], ...more],
    link: { words: 'See the order', url: pages(shop).order(orderId) },
  };
}

/** Somebody gave money back in the card provider's dashboard: it is in the books now. */
export async function mailForeignRefund(
  tx: Database,
  shop: MailShop,
  refund: OrderMoney & { readonly refundId: string },
): Promise<void> {
  const { refunded_cents, total_cents } = await findMailedOrder(tx, refund.orderId);
  const isAll = refunded_cents >= total_cents;
  const given = `${dollars(refunded_cents)} of ${dollars(total_cents)}`;
  await mailAdmins(tx, shop, `admins-foreign-refund:${refund.refundId}`, {
    subject: `${dollars(refund.amountCents)} of order ${orderNumber(refund.orderId)} went back at the card provider`,
    paragraphs: [
      "Somebody gave money back in the card provider's own dashboard. It is in the books now, and the customer is told.",
      ...(isAll ? ['All of the money of this order went back, so it cannot be shipped.'] : []),
    ],
    ...aboutMoney(shop, refund, [['Given back so far', given]]),
  });
}

/** The money of a refund came back from the card: the customer still waits for it. */
export async function mailFailedRefund(
  tx: Database,
  shop: MailShop,
  refund: OrderMoney & { readonly refundId: string },
): Promise<void> {
  await mailAdmins(tx, shop, `admins-refund-failed:${refund.refundId}`, {
    subject: `A refund of ${dollars(refund.amountCents)} of order ${orderNumber(refund.orderId)} has failed`,
    paragraphs: [
      'The card did not take the money, so the card provider has put it back into your balance. The customer was promised it: agree on another way with them. The shop does not try again by itself.',
    ],
    ...aboutMoney(shop, refund),
  });
}

const disputeLetters = {
  open: (number: string) => ({
    subject: `Order ${number} is disputed: do not ship it`,
    paragraphs: [
      "The cardholder has asked the bank for the money of this order back. Until that is decided the shop neither ships the order nor gives money back. Answer the dispute in the card provider's dashboard.",
    ],
  }),
  won: (number: string) => ({
    subject: `The dispute of order ${number} is over: the money stays`,
    paragraphs: ['The bank has left the money with you. The order goes on where it stood.'],
  }),
  lost: (number: string, amount: string) => ({
    subject: `The dispute of order ${number} is lost: ${amount} is gone`,
    paragraphs: [
      'The bank has given the money to the cardholder. It is in the books as given back.',
    ],
  }),
} as const;

/** Where a dispute stands; one mail for each state of it. */
export async function mailDispute(
  tx: Database,
  shop: MailShop,
  { orderId, dispute }: { orderId: string; dispute: CardDispute },
): Promise<void> {
  const { id, state, amountCents, answerBy } = dispute;
  const answer = state === 'open' && answerBy !== undefined ? moment(answerBy) : null;
  await mailAdmins(tx, shop, `admins-dispute:${id}:${state}`, {
    ...disputeLetters[state](orderNumber(orderId), dollars(amountCents)),
    ...aboutMoney(shop, { orderId, amountCents }, [['Answer by', answer]]),
  });
}
