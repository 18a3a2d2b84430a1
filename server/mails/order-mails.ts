import { holdWords } from '#contract/hold-rules.ts';
import { orderNumber } from '#contract/order-rules.ts';
import { heldUntil } from '#server/holds/held-until.ts';
import type { Letter, MailShop } from './mail-template.ts';
import type { MailedOrder } from './store.ts';
import { dollars, linksOf, moment, pieces } from './wording.ts';

/** Something that happened to an order and that its customer is told. */
export type CustomerEvent =
  | { readonly kind: 'placed' | 'reminder' | 'paid' | 'shipped' | 'expired' }
  | { readonly kind: 'cancelled'; readonly because: keyof typeof whyCancelled }
  | {
      readonly kind: 'refunded';
      readonly refundId: string;
      readonly amountCents: number;
      readonly reason: string;
    }
  /** Too many cards were declined on the order's payment; the next one waits until then. */
  | { readonly kind: 'paused'; readonly intentId: string; readonly until: Date }
  /** Money that pays nothing goes back; `why` ends a sentence. */
  | {
      readonly kind: 'returned';
      readonly intentId: string;
      readonly amountCents: number;
      readonly why: string;
    };

type Told = Omit<Letter, 'name'>;

/** What the customer is told of an event. */
export function letterFor(event: CustomerEvent, order: MailedOrder, shop: MailShop): Letter {
  return { name: order.isOwnAddress ? order.name : '', ...toldOf(event, order, shop) };
}

function toldOf(event: CustomerEvent, order: MailedOrder, shop: MailShop): Told {
  switch (event.kind) {
    case 'placed':
      return placed(order, shop);
    case 'reminder':
      return reminder(order, shop);
    case 'paid':
      return paid(order, shop);
    case 'shipped':
      return shipped(order, shop);
    case 'expired':
      return expired(order, shop);
    case 'cancelled':
      return cancelled(event.because, order, shop);
    case 'refunded':
      return refunded(event, order, shop);
    case 'paused':
      return paused(event, order, shop);
    case 'returned':
      return returned(event, order);
  }
}

function placed(order: MailedOrder, shop: MailShop): Told {
  const number = orderNumber(order.id);
  return {
    subject: `Your order ${number} is waiting for payment`,
    paragraphs: [
      'Thank you for your order. We have set its pieces aside for you.',
      `We hold them for ${lengthOf(order, shop)}, until ${endOf(order, shop)}. If the order is not paid by then, we cancel it and put them back on sale.`,
    ],
    facts: [...factsOf(order), ...deliveryOf(order)],
    link: { words: `Pay ${dollars(order.total_cents)}`, url: linksOf(shop).pay(order) },
    closing: [
      'Whoever has this link can pay the order, and only that: you may pass it on to the person who pays your bills.',
      ...(order.isOwnAddress
        ? []
        : ['If you did not order anything, do nothing: the order ends by itself.']),
    ],
  };
}

function reminder(order: MailedOrder, shop: MailShop): Told {
  return {
    subject: `Order ${orderNumber(order.id)} is not paid yet`,
    paragraphs: [
      `We hold the pieces of your order until ${endOf(order, shop)}. After that we cancel it and put them back on sale.`,
      'If you have paid in the last few minutes, there is nothing left to do.',
    ],
    facts: factsOf(order),
    link: { words: `Pay ${dollars(order.total_cents)}`, url: linksOf(shop).pay(order) },
    closing: ['If you no longer want the parts, you need not do anything.'],
  };
}

function paid(order: MailedOrder, shop: MailShop): Told {
  return {
    subject: `We have received the payment for order ${orderNumber(order.id)}`,
    paragraphs: [
      `Thank you. ${dollars(order.total_cents)} has arrived and we are getting your order ready. We write again when it is on its way.`,
    ],
    facts: [...factsOf(order), ...deliveryOf(order), ['Transaction', order.transaction_id ?? '']],
    link: seeOrder(order, shop),
  };
}

function shipped(order: MailedOrder, shop: MailShop): Told {
  return {
    subject: `Order ${orderNumber(order.id)} is on its way`,
    paragraphs: ['We have handed your order to the carrier.'],
    facts: [
      ...factsOf(order),
      ...(order.carrier === null ? [] : [['Carrier', order.carrier] as const]),
      ...(order.tracking_number === null
        ? []
        : [['Tracking number', order.tracking_number] as const]),
      ...deliveryOf(order),
    ],
    link: seeOrder(order, shop),
  };
}

function expired(order: MailedOrder, shop: MailShop): Told {
  return {
    subject: `Order ${orderNumber(order.id)} has expired`,
    paragraphs: [
      `It was not paid by ${endOf(order, shop)}, so we have cancelled it and put its pieces back on sale. You have nothing to pay.`,
      'If you still need the parts, you are welcome to order them again.',
    ],
    facts: factsOf(order),
    link: { words: 'Order again', url: linksOf(shop).part(order.part_id) },
  };
}

const whyCancelled = {
  customer: () => ['You have cancelled your order. There is nothing to pay.'],
  admin: ({ contact }: MailShop) => [
    `We have cancelled your order. There is nothing to pay. If you would like to know more, write to ${contact.email}.`,
  ],
  account_replaced: () => [
    'This order was placed under your e-mail address by an account that did not prove that the address is its own. You have, so we have cancelled it. There is nothing to pay.',
  ],
  account_blocked: ({ contact }: MailShop) => [
    `We have blocked your account and cancelled this order. There is nothing to pay. If you would like to know more, write to ${contact.email}.`,
  ],
  account_closed: () => [
    'You are closing your account, so we have cancelled this order. There is nothing to pay.',
  ],
} as const;

function cancelled(because: keyof typeof whyCancelled, order: MailedOrder, shop: MailShop): Told {
  return {
    subject: `Order ${orderNumber(order.id)} is cancelled`,
    paragraphs: whyCancelled[because](shop),
    facts: factsOf(order),
  };
}

function refunded(
  refund: { amountCents: number; reason: string },
  order: MailedOrder,
  shop: MailShop,
): Told {
  const amount = dollars(refund.amountCents);
  const isWhole = refund.amountCents === order.total_cents;
  return {
    subject: `We are giving back ${amount} of order ${orderNumber(order.id)}`,
    paragraphs: [
      isWhole
        ? `We are giving back the whole payment of ${amount}.`
        : `We are giving back ${amount} of the ${dollars(order.total_cents)} you paid.`,
      backToCard,
    ],
    facts: [
      ...factsOf(order),
      ['Reason', refund.reason],
      ...(isWhole ? [] : [['Given back so far', dollars(order.refunded_cents)] as const]),
      ['Transaction', order.transaction_id ?? ''],
    ],
    link: seeOrder(order, shop),
  };
}

function paused({ until }: { until: Date }, order: MailedOrder, shop: MailShop): Told {
  return {
    subject: `Too many cards were declined for order ${orderNumber(order.id)}`,
    paragraphs: [
      `Ten cards were declined one after the other. Nothing was paid. Until ${moment(until)} no card can be tried for this order.`,
      'If it was you, ask your bank why it declines, or pay with another card then.',
      'If it was not you, somebody else has the link for paying this order. The page of the order has a button that makes a new link; the old one then pays nothing any more.',
    ],
    facts: factsOf(order),
    link: seeOrder(order, shop),
  };
}

function returned(
  money: { intentId: string; amountCents: number; why: string },
  order: MailedOrder,
): Told {
  const amount = dollars(money.amountCents);
  return {
    subject: `Your payment of ${amount} goes back to your card`,
    paragraphs: [
      `A card payment of ${amount} arrived for order ${orderNumber(order.id)}, but ${money.why}. The whole amount goes back.`,
      backToCard,
    ],
    facts: [
      ['Order', orderNumber(order.id)],
      ['Transaction', money.intentId],
    ],
  };
}

const backToCard = 'It goes to the card it came from. Most banks show it within five to ten days.';

function endOf(order: MailedOrder, { orderHoldHours }: MailShop): string {
  return moment(heldUntil(order, orderHoldHours));
}

function lengthOf(order: MailedOrder, { orderHoldHours }: MailShop): string {
  return holdWords(heldUntil(order, orderHoldHours).getTime() - order.created_at.getTime());
}

function factsOf(order: MailedOrder): Letter['facts'] {
  return [
    ['Order', orderNumber(order.id)],
    ['Part', order.part_name],
    ['Quantity', `${pieces(order.quantity)} at ${dollars(order.unit_price_cents)} each`],
    ['Total', dollars(order.total_cents)],
  ];
}

/** Only for a proven address: else a stranger's words would reach whoever has the address, as a mail of ours. */
function deliveryOf({ isOwnAddress, address, phone }: MailedOrder): Letter['facts'] {
  return isOwnAddress
    ? [
        ['Delivered to', address],
        ['Phone', phone],
      ]
    : [];
}

function seeOrder(order: MailedOrder, shop: MailShop): NonNullable<Letter['link']> {
  return { words: 'See the order', url: linksOf(shop).order(order.id) };
}
