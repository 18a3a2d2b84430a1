import { batchNumber } from '#contract/batch-rules.ts';
import { orderNumber } from '#contract/order-rules.ts';
import type { CancelReason } from '#server/orders/store.ts';
import type { PartRow } from '#server/parts/store.ts';
import type { Database } from '#server/shop.ts';
import { mailAdmins } from './mail-admins.ts';
import { mayMail } from './mail-customer.ts';
import { writeLetter, type Letter, type MailShop } from './mail-template.ts';
import { delivery, holdEnd, holdLength, whyCancelled } from './order-mails.ts';
import { poNumbersOf } from './po-numbers.ts';
import { batchReminderKey, listMailedOrders, type MailedOrder } from './store.ts';
import { dollars, pages, pieces } from './wording.ts';

type Line = Omit<MailedOrder, 'isOwnAddress' | 'isForgotten'>;

interface PlacedBatch {
  readonly id: string;
  /** Whether the customer confirmed the e-mail address. */
  readonly isOwnAddress: boolean;
  /** What was typed with it, each of them perhaps empty. */
  readonly poNumber: string;
  readonly note: string;
  readonly lines: readonly Line[];
}

/** A batch is placed: one mail for all its lines. */
export async function mailPlacedBatch(
  tx: Database,
  shop: MailShop,
  { id: batchId, isOwnAddress, lines, ...typed }: PlacedBatch,
): Promise<void> {
  const orders = lines.map((line) => ({ ...line, isOwnAddress }));
  const mail = { eventKey: `batch-placed:${batchId}`, orders, isFree: true };
  await mailLines(tx, shop, mail, (first) => ({
    subject: `Your list ${batchNumber(batchId)} is waiting for payment`,
    paragraphs: [
      `Thank you for your order of ${partsWord(lines)}. We have set the pieces aside for you.`,
      `We hold them for ${holdLength(first, shop)}, until ${holdEnd(first, shop)}. What is not paid by then, we cancel and put back on sale.`,
    ],
    facts: [
      ...linesOf(lines),
      ['Total', totalOf(lines)],
      ...delivery(first),
      ...textsOf(first, typed),
    ],
    link: { words: `Pay ${totalOf(lines)}`, url: pages(shop).payBatch(batchId) },
    closing: first.isOwnAddress
      ? []
      : ['If you did not order anything, do nothing: the orders end by themselves.'],
  }));
}

/** Nothing that somebody typed goes to an address that may be another's. */
function textsOf(
  { isOwnAddress }: MailedOrder,
  { poNumber, note }: Pick<PlacedBatch, 'poNumber' | 'note'>,
): Letter['facts'] {
  return [
    ['Your PO number', isOwnAddress ? poNumber : null],
    ['Your note to us', isOwnAddress ? note : null],
  ];
}

/** The hold of a batch ends soon: one mail for its unpaid lines. */
export async function mailBatchReminder(
  tx: Database,
  shop: MailShop,
  batchId: string,
): Promise<void> {
  const orders = await listMailedOrders(tx, { unpaidOf: batchId });
  const mail = { eventKey: `${batchReminderKey}${batchId}`, orders, isFree: true };
  await mailLines(tx, shop, mail, (first) => ({
    subject: `Your list ${batchNumber(batchId)} is not paid yet`,
    paragraphs: [
      `We hold the pieces of ${partsWord(orders)} until ${holdEnd(first, shop)}. After that we cancel what is not paid and put it back on sale.`,
      'If you have paid in the last few minutes, there is nothing left to do.',
    ],
    facts: [...linesOf(orders), ['Not paid', totalOf(orders)], ...poNumbersOf(orders)],
    link: { words: `Pay ${totalOf(orders)}`, url: pages(shop).payBatch(batchId) },
    closing: ['If you no longer want the parts, you need not do anything.'],
  }));
}

/** Lines of a batch that ended together: one mail, by whose key the doctor finds it (I10-orders in `server/doctor/invariants.ts`). */
export async function mailEndedLines(
  tx: Database,
  shop: MailShop,
  batchId: string,
  { ids, because }: { ids: readonly string[]; because: CancelReason },
): Promise<void> {
  const orders = await listMailedOrders(tx, { ids });
  const kind = because === 'expired' ? 'expired' : 'cancelled';
  const eventKey = `batch-${kind}:${orders[0]?.id}`;
  await mailLines(tx, shop, { eventKey, orders, isFree: true }, (first) => ({
    subject: `${partsWord(orders)} of your list ${batchNumber(batchId)} ${orders.length === 1 ? 'is' : 'are'} cancelled`,
    paragraphs:
      because === 'expired'
        ? [
            `What was not paid by ${holdEnd(first, shop)} we have cancelled and put back on sale. You have nothing to pay for it.`,
            'If you still need the parts, you are welcome to order them again.',
          ]
        : [whyCancelled[because](shop)],
    facts: [...linesOf(orders), ...poNumbersOf(orders)],
    link: { words: 'See your list', url: pages(shop).batch(batchId) },
  }));
}

/** What was left of some lines of a batch was shipped together: one mail, by whose key the doctor finds it (I10-orders). */
export async function mailShippedLines(
  tx: Database,
  shop: MailShop,
  batchId: string,
  ids: readonly string[],
): Promise<void> {
  const orders = await listMailedOrders(tx, { ids });
  const eventKey = `batch-shipped:${orders[0]?.id}`;
  await mailLines(tx, shop, { eventKey, orders, isFree: false }, (first) => ({
    subject: `${partsWord(orders)} of your list ${batchNumber(batchId)} ${orders.length === 1 ? 'is' : 'are'} on the way`,
    paragraphs: ['We have handed what was left of these orders to the carrier.'],
    facts: [...linesOf(orders), ...poNumbersOf(orders), ...delivery(first)],
    link: { words: 'See your list', url: pages(shop).batch(batchId) },
  }));
}

/** Parts of a batch that now have fewer pieces than their minimum order and had as many before: one mail to each admin. */
export async function mailLowStockOfBatch(
  tx: Database,
  shop: MailShop,
  batchId: string,
  parts: readonly { readonly part: PartRow; readonly left: number }[],
): Promise<void> {
  const low = parts.filter(
    ({ part, left }) => left < part.order_quantity && part.in_stock >= part.order_quantity,
  );
  if (low.length === 0) return;
  const [one] = low.length === 1 ? low : [];
  await mailAdmins(tx, shop, `admins-low-stock:${batchId}`, {
    subject: one
      ? 'A part is below its minimum order'
      : `${low.length} parts are below their minimum order`,
    paragraphs: [
      `The list ${batchNumber(batchId)} left fewer pieces than one order needs: nobody can order what follows until there are more.`,
    ],
    facts: low.map(({ part, left }) => [
      part.part_number ?? 'Part',
      `${part.name}: ${pieces(left)} in stock, minimum order ${pieces(part.order_quantity)}`,
    ]),
    ...(one && { link: { words: 'See the part', url: pages(shop).managedPart(one.part.id) } }),
  });
}

async function mailLines(
  tx: Database,
  shop: MailShop,
  {
    eventKey,
    orders,
    isFree,
  }: { eventKey: string; orders: readonly MailedOrder[]; isFree: boolean },
  write: (first: MailedOrder) => Omit<Letter, 'name'>,
): Promise<void> {
  const [first] = orders;
  if (first === undefined || !(await mayMail(tx, shop, first, isFree))) return;
  const mail = { eventKey, recipient: first.email };
  const name = first.isOwnAddress ? first.name : '';
  await writeLetter(tx, shop, mail, { name, ...write(first) });
}

function partsWord({ length }: readonly unknown[]): string {
  return length === 1 ? '1 part' : `${length} parts`;
}

/** The sum of some orders, in words. */
export function totalOf(lines: readonly Line[]): string {
  return dollars(lines.reduce((sum, { total_cents }) => sum + total_cents, 0));
}

/** A fact for each order. */
export function linesOf(lines: readonly Line[]): Letter['facts'] {
  return lines.map((line) => [
    orderNumber(line.id),
    `${line.part_name}: ${pieces(line.quantity)} at ${dollars(line.unit_price_cents)} each, ${dollars(line.total_cents)}`,
  ]);
}
