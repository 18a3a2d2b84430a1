import { holdWords } from '#contract/hold-rules.ts';
import { orderNumber, orderWord } from '#contract/order-rules.ts';
import type { ReturnReason } from '#contract/return-rules.ts';
import type { CancelReason } from '#server/orders/store.ts';
import type { Footer, Letter, Words } from './mail-template.ts';
import { aboutReturn, returnWords, type MailedReturn } from './return-letters.ts';
import {
  refundWords,
  shipmentFacts,
  shippedWords,
  type MailedShipment,
} from './shipment-letters.ts';
import { poNumberFact } from './po-numbers.ts';
import type { ToldOrder } from './store.ts';
import { backToCard, dollars, moment, pages, pieces } from './wording.ts';

/** What happened to an order, by kind, with what its mail tells beyond the order. */
interface EventDetails {
  placed: object;
  reminder: object;
  paid: object;
  /** `left`: pieces that are still to be shipped. */
  shipped: { readonly shipment: MailedShipment; readonly left: number };
  expired: object;
  cancelled: { readonly because: Exclude<CancelReason, 'expired'> };
  /** `pieces`: those that it is for, which will not be shipped. */
  refunded: {
    readonly refundId: string;
    readonly amountCents: number;
    readonly reason: string;
    readonly pieces?: number | undefined;
  };
  return_asked: MailedReturn & { readonly reason: ReturnReason };
  return_agreed: MailedReturn & { readonly words: string };
  return_declined: MailedReturn & { readonly words: string };
  /** `asked`: the pieces that were to come. */
  return_received: MailedReturn & { readonly asked: number };
  /** Nothing is given back. */
  return_settled: MailedReturn;
  return_refunded: MailedReturn & { readonly refundId: string; readonly amountCents: number };
  /** Too many cards were declined on the order's payment; the next one has to wait. */
  paused: { readonly intentId: string; readonly until: string };
  /** A payment that pays nothing goes back; `why` ends a sentence. */
  returned: { readonly intentId: string; readonly amountCents: number; readonly why: string };
}
type Kind = keyof EventDetails;

/** Something that happened to an order and that its customer is told. */
export type CustomerEvent<K extends Kind = Kind> = {
  [P in K]: { readonly kind: P } & EventDetails[P];
}[K];

/** What the customer is told of an event. */
export const orderLetter: Words<{
  readonly event: CustomerEvent;
  readonly order: ToldOrder;
}> = ({ event, order }, shop) => letterAbout(event, order, shop);

function letterAbout<K extends Kind>(
  event: CustomerEvent<K>,
  order: ToldOrder,
  shop: Footer,
): Omit<Letter, 'name'> {
  return letters[event.kind](order, shop, event);
}

type Write<K extends Kind> = (
  order: ToldOrder,
  shop: Footer,
  event: CustomerEvent<K>,
) => Omit<Letter, 'name'>;

const letters: { readonly [K in Kind]: Write<K> } = {
  placed: (order, shop) => ({
    subject: `Your order ${orderNumber(order.id)} is waiting for payment`,
    paragraphs: [
      'Thank you for your order. We have set its pieces aside for you.',
      `We hold them for ${holdLength(order)}, until ${holdEnd(order)}. If the order is not paid by then, we cancel it and put them back on sale.`,
    ],
    facts: [...orderFacts(order), ...delivery(order)],
    link: { words: `Pay ${dollars(order.total_cents)}`, url: pages(shop).pay(order) },
    closing: [
      'Whoever has this link can pay the order, and only that: you may pass it on to the person who pays your bills.',
      ...(order.isOwnAddress
        ? []
        : ['If you did not order anything, do nothing: the order ends by itself.']),
    ],
  }),

  reminder: (order, shop) => ({
    subject: `Order ${orderNumber(order.id)} is not paid yet`,
    paragraphs: [
      `We hold the pieces of your order until ${holdEnd(order)}. After that we cancel it and put them back on sale.`,
      'If you have paid in the last few minutes, there is nothing left to do.',
    ],
    facts: orderFacts(order),
    link: { words: `Pay ${dollars(order.total_cents)}`, url: pages(shop).pay(order) },
    closing: ['If you no longer want the parts, you need not do anything.'],
  }),

  paid: (order, shop) => ({
    subject: `We have received the payment for order ${orderNumber(order.id)}`,
    paragraphs: [
      `Thank you. ${dollars(order.total_cents)} has arrived and we are getting your order ready. We write again when it is on its way.`,
    ],
    facts: [...orderFacts(order), ...delivery(order), ['Transaction', order.transaction_id]],
    link: seeOrder(order, shop),
    paper: pages(shop).receipt(order.id),
  }),

  shipped: (order, shop, { shipment, left }) => ({
    ...shippedWords(order, shipment, left),
    facts: [...orderFacts(order), ...shipmentFacts(order, shipment), ...delivery(order)],
    link: seeOrder(order, shop),
  }),

  expired: (order, shop) => ({
    subject: `Order ${orderNumber(order.id)} has expired`,
    paragraphs: [
      `It was not paid by ${holdEnd(order)}, so we have cancelled it and put its pieces back on sale. You have nothing to pay.`,
      'If you still need the parts, you are welcome to order them again.',
    ],
    facts: orderFacts(order),
    link: { words: 'Order again', url: pages(shop).part(order.part_id) },
  }),

  cancelled: (order, shop, { because }) => ({
    subject: `Order ${orderNumber(order.id)} is cancelled`,
    paragraphs: [whyCancelled[because](shop)],
    facts: orderFacts(order),
  }),

  refunded: (order, shop, { reason, ...refund }) => {
    const { subject, paragraphs } = refundWords(order, refund);
    const isWhole = refund.amountCents === order.total_cents;
    return {
      subject,
      paragraphs: [...paragraphs, backToCard],
      facts: [
        ...orderFacts(order),
        ['Reason', reason],
        ['Given back so far', isWhole ? null : dollars(order.refunded_cents)],
        ['Transaction', order.transaction_id],
      ],
      link: seeOrder(order, shop),
    };
  },

  return_asked: aboutReturn(returnWords.asked),
  return_agreed: aboutReturn(returnWords.agreed),
  return_declined: aboutReturn(returnWords.declined),
  return_received: aboutReturn(returnWords.received),
  return_settled: aboutReturn(returnWords.settled),
  return_refunded: aboutReturn(returnWords.refunded),

  paused: (order, shop, { until }) => ({
    subject: `Too many cards were declined for order ${orderNumber(order.id)}`,
    paragraphs: [
      `Ten cards were declined one after the other. Nothing was paid. Until ${moment(until)} no card can be tried for this order.`,
      ...pausedAdvice('this order'),
    ],
    facts: orderFacts(order),
    link: seeOrder(order, shop),
  }),

  returned: (order, _shop, { intentId, amountCents, why }) => ({
    subject: `Your payment of ${dollars(amountCents)} goes back to your card`,
    paragraphs: [
      `A card payment of ${dollars(amountCents)} arrived for order ${orderNumber(order.id)}, but ${why}. The whole amount goes back.`,
      backToCard,
    ],
    facts: [
      ['Order', orderNumber(order.id)],
      poNumberFact(order.po_number),
      ['Transaction', intentId],
    ],
  }),
};

/** Why orders were cancelled; each ends its own sentence. */
export const whyCancelled: Readonly<
  Record<Exclude<CancelReason, 'expired'>, (shop: Footer) => string>
> = {
  customer: () => 'You have cancelled your order. There is nothing to pay.',
  admin: ({ contact }) =>
    `We have cancelled your order. There is nothing to pay. If you would like to know more, write to ${contact.email}.`,
  account_replaced: () =>
    'This order was placed under your e-mail address by an account that did not prove that the address is its own. You have, so we have cancelled it. There is nothing to pay.',
  account_blocked: ({ contact }) =>
    `We have blocked your account and cancelled this order. There is nothing to pay. If you would like to know more, write to ${contact.email}.`,
  account_closed: () =>
    'You are closing your account, so we have cancelled this order. There is nothing to pay.',
};

/** What to do when too many cards were declined. */
export const pausedAdvice = (what: string): readonly string[] => [
  'If it was you, ask your bank why it declines, or pay with another card then.',
  `If it was not you, somebody else has the link for paying ${what}. The page of the order has a button that makes a new link; the old one then pays nothing any more.`,
];

/** Until when an order is held, in words. */
export function holdEnd({ heldUntil }: Pick<ToldOrder, 'heldUntil'>): string {
  return moment(heldUntil);
}

/** How long an order is held, in words. */
export function holdLength({ createdAt, heldUntil }: ToldOrder): string {
  return holdWords(Date.parse(heldUntil) - Date.parse(createdAt));
}

/** The word of My Orders at the moment of the mail. */
function statusWord(order: ToldOrder): string {
  const standing = {
    cancelled: order.state === 'cancelled',
    paid: order.transaction_id !== null,
    status: order.state === 'shipped' ? order.state : null,
    total: order.total_cents,
    refundedTotal: order.refunded_cents,
    quantity: order.quantity,
    shippedQuantity: order.shipped_quantity,
  };
  return orderWord(standing, 'customer');
}

function orderFacts(order: ToldOrder): Letter['facts'] {
  return [
    ['Order', orderNumber(order.id)],
    ['Status', statusWord(order)],
    ['Part', order.part_name],
    ['Quantity', `${pieces(order.quantity)} at ${dollars(order.unit_price_cents)} each`],
    ['Total', dollars(order.total_cents)],
    poNumberFact(order.po_number),
  ];
}

/** Where an order goes. */
export function delivery({ address, phone }: ToldOrder): Letter['facts'] {
  return [
    ['Delivered to', address],
    ['Phone', phone],
  ];
}

function seeOrder(order: ToldOrder, shop: Footer): NonNullable<Letter['link']> {
  return { words: 'See the order', url: pages(shop).order(order.id) };
}
