import type { Selectable } from 'kysely';
import { orderNumber } from '#contract/order-rules.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Letter } from './mail-template.ts';
import type { ToldOrder } from './store.ts';
import { dollars, pieces } from './wording.ts';

/** What a mail tells of a shipment. */
export type MailedShipment = Pick<
  Selectable<Tables['shipments']>,
  'number' | 'quantity' | 'carrier' | 'tracking_number' | 'tracking_link'
>;

type Words = Pick<Letter, 'subject' | 'paragraphs'>;

/** That pieces of an order left the shop, of which so many are still to be shipped. */
export function shippedWords(order: ToldOrder, shipment: MailedShipment, left: number): Words {
  const { id, quantity, shipped_quantity } = order;
  if (left === 0)
    return {
      subject: `Order ${orderNumber(id)} is on its way`,
      paragraphs: ['We have handed your order to the carrier.'],
    };
  return {
    subject: `Shipped ${shipped_quantity} of ${quantity}: order ${orderNumber(id)}`,
    paragraphs: [
      `We have handed ${pieces(shipment.quantity)} of your order to the carrier. We write again when the other ${left} leave.`,
    ],
  };
}

/** How a shipment can be followed. */
export function shipmentFacts(order: ToldOrder, shipment: MailedShipment): Letter['facts'] {
  const isAll = shipment.quantity === order.quantity;
  return [
    [`Shipment ${shipment.number}`, isAll ? null : pieces(shipment.quantity)],
    ['Carrier', shipment.carrier || null],
    ['Tracking number', shipment.tracking_number || null],
    ['Tracking link', shipment.tracking_link || null],
  ];
}

/** That money of an order goes back: an amount, or the price of pieces that will not be shipped. */
export function refundWords(
  order: ToldOrder,
  { amountCents, pieces: unshipped }: { amountCents: number; pieces?: number | undefined },
): Words {
  const amount = dollars(amountCents);
  const subject = `We are giving back ${amount} of order ${orderNumber(order.id)}`;
  if (amountCents === order.total_cents)
    return { subject, paragraphs: [`We are giving back the whole payment of ${amount}.`] };
  if (unshipped === undefined)
    return {
      subject,
      paragraphs: [`We are giving back ${amount} of the ${dollars(order.total_cents)} you paid.`],
    };
  return {
    subject,
    paragraphs: [
      `${pieces(unshipped)} of your order will not come. We are giving back their price, ${amount}.`,
      ...(order.state === 'shipped'
        ? [`The other ${order.shipped_quantity} were shipped: the order is complete.`]
        : []),
    ],
  };
}
