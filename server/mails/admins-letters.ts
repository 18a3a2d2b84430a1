import { batchNumber } from '#contract/batch-rules.ts';
import { orderNumber } from '#contract/order-rules.ts';
import { returnReasons, type ReturnReason } from '#contract/return-rules.ts';
import type { PartRow } from '#server/parts/store.ts';
import { linesOf, totalOf, type ToldLine } from './batch-letters.ts';
import type { Words } from './mail-template.ts';
import { dollars, pages, pieces } from './wording.ts';

/** An order is paid and can be shipped. */
export const paidOrderLetter: Words<ToldLine> = (order, shop) => {
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
};

export const paidOrdersLetter: Words<{ readonly lines: readonly ToldLine[] }> = (
  { lines },
  shop,
) => ({
  subject: `${lines.length} orders are paid: ${totalOf(lines)}`,
  paragraphs: ['A customer has paid these orders together. They can be shipped.'],
  facts: [...linesOf(lines), ['Total', totalOf(lines)]],
  link: { words: 'See the orders', url: pages(shop).allOrders },
});

/** A part that fewer pieces are left of than one order needs. */
interface LowPart extends Pick<PartRow, 'id' | 'name' | 'part_number' | 'order_quantity'> {
  readonly left: number;
}

export const lowStockLetter: Words<{ readonly orderId: string; readonly part: LowPart }> = (
  { orderId, part },
  shop,
) => ({
  subject: 'A part is below its minimum order',
  paragraphs: [
    `Order ${orderNumber(orderId)} left fewer pieces than one order needs: nobody can order this part until there are more.`,
  ],
  facts: [
    ['Part', part.name],
    ['Part number', part.part_number],
    ['In stock', pieces(part.left)],
    ['Minimum order', pieces(part.order_quantity)],
  ],
  link: { words: 'See the part', url: pages(shop).managedPart(part.id) },
});

export const lowPartsLetter: Words<{
  readonly batchId: string;
  readonly parts: readonly LowPart[];
}> = ({ batchId, parts }, shop) => {
  const [one] = parts.length === 1 ? parts : [];
  return {
    subject: one
      ? 'A part is below its minimum order'
      : `${parts.length} parts are below their minimum order`,
    paragraphs: [
      `The list ${batchNumber(batchId)} left fewer pieces than one order needs: nobody can order what follows until there are more.`,
    ],
    facts: parts.map((part) => [
      part.part_number ?? 'Part',
      `${part.name}: ${pieces(part.left)} in stock, minimum order ${pieces(part.order_quantity)}`,
    ]),
    ...(one && { link: { words: 'See the part', url: pages(shop).managedPart(one.id) } }),
  };
};

/** Who was made an admin. */
interface NewAdmin {
  readonly email: string;
  readonly isProven: boolean;
  readonly by: string;
}

export const newAdminLetter: Words<NewAdmin> = ({ email, isProven, by }, shop) => ({
  subject: 'Somebody was made an admin',
  paragraphs: [
    'An account of your shop may now manage its users, orders and products. If you know nothing of it, take the role away and look at the audit log.',
    ...(isProven ? [] : ['Its e-mail address is not confirmed yet: the power begins when it is.']),
  ],
  facts: [
    ['Account', email],
    ['Made by', by],
  ],
  link: { words: 'See the users', url: pages(shop).allUsers },
});

/** A part that buyers contradict. */
interface DoubtedPart {
  readonly id: string;
  readonly name: string;
  readonly partNumber: string | null;
  /** Its first doubts, in words. */
  readonly doubts: readonly string[];
  /** So many others. */
  readonly more: number;
}

export const doubtedPartLetter: Words<DoubtedPart> = (
  { id, name, partNumber, doubts, more },
  shop,
) => ({
  subject: 'Buyers say that a part does not fit',
  paragraphs: [
    'Too many of them contradict what the part says of a vehicle, so visitors are told to check it. Look at what the part says, and mend it: its vehicles are counted anew within a minute.',
  ],
  facts: [
    ['Part', name],
    ['Part number', partNumber],
    ['Vehicle', doubts.join('; ')],
    ['And', more > 0 ? `${more} more` : null],
  ],
  link: { words: 'See the part', url: pages(shop).managedPart(id) },
});

/** What a customer asks to send back. */
interface AskedReturn {
  readonly orderId: string;
  readonly partName: string;
  readonly number: string;
  readonly quantity: number;
  readonly reason: ReturnReason;
}

export const askedReturnLetter: Words<AskedReturn> = (
  { orderId, partName, number, quantity, reason },
  shop,
) => ({
  subject: `A customer asks to return ${pieces(quantity)}: ${number}`,
  paragraphs: ['Agree and say where to send them, or decline and say why.'],
  facts: [
    ['Order', orderNumber(orderId)],
    ['Part', partName],
    ['Pieces', String(quantity)],
    ['Reason', returnReasons[reason]],
  ],
  link: { words: 'See the returns', url: pages(shop).returns },
});
