import type { Page } from '#contract/api.ts';
import { refundSources } from '#contract/book-rules.ts';
import type { BookPayment, BookRefund } from '#contract/books.ts';
import { centsOf } from '#contract/money.ts';
import { orderNumber } from '#contract/order-rules.ts';
import { csvOf, type CsvColumn } from '#server/http/csv.ts';
import type { Database } from '#server/shop.ts';
import { showPayments, showRefunds } from './books.ts';

/** A line of the file; cents that came are above zero, those that went are below. */
interface Line {
  readonly kind: string;
  readonly at?: string;
  readonly paymentId?: string;
  readonly refundId?: string | null;
  readonly document?: string | null;
  readonly orders?: string;
  readonly cents?: number;
  readonly promisedCents?: number;
  /** What of it paid for nothing. */
  readonly nothingCents?: number;
  readonly why?: string;
  readonly reason?: string;
}

/** Where a file is: which of its lists, and which page of that. */
type Step = (cursor: string | undefined) => Promise<Page<Line[]>>;

/** The payments and refunds of a month, with the sums of just these lines at the end. Dollars as plain numbers, so that spreadsheets can add them up. */
export function bookFile(db: Database, month: string): AsyncIterable<string> {
  const added = { payments: 0, refunds: 0, cameBack: 0, promised: 0 };
  const steps: readonly Step[] = [
    async (cursor) => {
      const { rows, next } = await showPayments(db, { month, cursor });
      const lines = rows.map(paymentLine);
      added.payments += sumOf(lines);
      return { rows: lines, next };
    },
    async (cursor) => {
      const { rows, next } = await showRefunds(db, 'made', { month, cursor });
      const lines = rows.map(refundLine);
      added.refunds += sumOf(lines.filter(({ cents }) => cents < 0));
      added.cameBack += sumOf(lines.filter(({ cents }) => cents > 0));
      return { rows: lines, next };
    },
    async (cursor) => {
      const { rows, next } = await showRefunds(db, 'promised', { month, cursor });
      const lines = rows.map(promisedLine);
      added.promised += lines.reduce((sum, { promisedCents }) => sum + promisedCents, 0);
      return { rows: lines, next };
    },
    () => Promise.resolve({ rows: sumLines(added), next: undefined }),
  ];
  return csvOf(columns, inTurn(steps));
}

/** The lists one after the other, as one: a cursor is the place of a list, and its own. */
function inTurn(steps: readonly Step[]) {
  return async (cursor = '0 '): Promise<Page<Line[]>> => {
    const [place = '0', its = ''] = cursor.split(' ');
    const at = Number(place);
    const page = await (steps[at] as Step)(its === '' ? undefined : its);
    const following = at + 1 < steps.length ? `${at + 1} ` : undefined;
    return { rows: page.rows, next: page.next === undefined ? following : `${at} ${page.next}` };
  };
}

const sumOf = (lines: readonly { readonly cents: number }[]): number =>
  lines.reduce((sum, { cents }) => sum + cents, 0);

const numbersOf = (ids: readonly string[]): string => ids.map(orderNumber).join(' ');

function paymentLine({ at, paymentId, receipt, orders, amount, paidForNothing }: BookPayment) {
  const [cents, nothingCents] = [centsOf(amount), centsOf(paidForNothing)];
  const document = receipt;
  return {
    kind: 'Payment',
    at,
    paymentId,
    document,
    orders: numbersOf(orders),
    cents,
    nothingCents,
  };
}

function refundLine(refund: BookRefund) {
  const cents = centsOf(refund.amount);
  return refund.cameBack
    ? { ...lineOf(refund), kind: 'Refund that came back', cents }
    : { ...lineOf(refund), kind: 'Refund', cents: -cents };
}

function promisedLine(refund: BookRefund) {
  return {
    ...lineOf(refund),
    kind: 'Promised, not made',
    promisedCents: centsOf(refund.amount),
  };
}

function lineOf({ at, paymentId, refundId, creditNote, orders, source, reason }: BookRefund) {
  const why = refundSources[source];
  return { at, paymentId, refundId, document: creditNote, orders: numbersOf(orders), why, reason };
}

function sumLines(added: Record<'payments' | 'refunds' | 'cameBack' | 'promised', number>): Line[] {
  const { payments, refunds, cameBack, promised } = added;
  return [
    { kind: 'Sum of payments', cents: payments },
    { kind: 'Sum of refunds', cents: refunds },
    { kind: 'Sum of refunds that came back', cents: cameBack },
    {
      kind: 'Payments less refunds',
      cents: payments + refunds + cameBack,
      promisedCents: promised,
    },
  ];
}

const money = (cents: number | undefined): string | null =>
  cents === undefined ? null : (cents / 100).toFixed(2);

const columns: readonly CsvColumn<Line>[] = [
  ['Kind', ({ kind }) => kind],
  ['When (UTC)', ({ at = null }) => at],
  ['Payment', ({ paymentId = null }) => paymentId],
  ['Refund', ({ refundId = null }) => refundId],
  ['Document', ({ document = null }) => document],
  ['Orders', ({ orders = null }) => orders],
  ['Amount', ({ cents }) => money(cents)],
  ['Paid for nothing', ({ nothingCents }) => money(nothingCents)],
  ['Promised', ({ promisedCents }) => money(promisedCents)],
  // For whoever keeps the books: the card provider's statement has them.
  ['Fees', () => null],
  ['Why', ({ why = null }) => why],
  ['Reason', ({ reason = null }) => reason],
];
