import { daysOf } from '#contract/book-rules.ts';
import type { BookPageQuery, BookPayment, BookRefund, BookSums } from '#contract/books.ts';
import { seriesNumber } from '#contract/document-rules.ts';
import { dollarsOf } from '#contract/money.ts';
import { mapPage } from '#server/db/page.ts';
import type { Database } from '#server/shop.ts';
import {
  listPayments,
  listRefunds,
  sumMonth,
  type PaymentEntry,
  type RefundEntry,
} from './book-store.ts';

/** The sums of a month. */
export async function showBook(db: Database, month: string): Promise<BookSums> {
  const sums = await sumMonth(db, daysOf(month));
  const total = sums.payments_cents - sums.refunds_cents + sums.came_back_cents;
  return {
    month,
    payments: { count: sums.payments, amount: dollarsOf(sums.payments_cents) },
    paidForNothing: dollarsOf(sums.nothing_cents),
    refunds: { count: sums.refunds, amount: dollarsOf(sums.refunds_cents) },
    cameBack: { count: sums.came_back, amount: dollarsOf(sums.came_back_cents) },
    total: dollarsOf(total),
    promised: { count: sums.promised, amount: dollarsOf(sums.promised_cents) },
  };
}

/** One page of the payments of a month. */
export async function showPayments(db: Database, { month, ...page }: BookPageQuery) {
  return mapPage(await listPayments(db, { ...page, days: daysOf(month) }), shownPayment);
}

/** One page of the refunds of a month. */
export async function showRefunds(
  db: Database,
  kind: 'made' | 'promised',
  { month, ...page }: BookPageQuery,
) {
  return mapPage(await listRefunds(db, kind, { ...page, days: daysOf(month) }), shownRefund);
}

function shownPayment(entry: PaymentEntry): BookPayment {
  return {
    ...shown(entry),
    receipt: numberOf('receipt', entry),
    paidForNothing: dollarsOf(entry.nothing_cents),
  };
}

function shownRefund(entry: RefundEntry): BookRefund {
  const { refund_id: refundId, source, reason, came_back: cameBack } = entry;
  return {
    ...shown(entry),
    refundId,
    creditNote: numberOf('credit-note', entry),
    source,
    reason,
    cameBack,
  };
}

function shown({ at, intent_id: paymentId, order_ids: orders, cents }: PaymentEntry | RefundEntry) {
  return { at: new Date(at).toISOString(), paymentId, orders, amount: dollarsOf(cents) };
}

function numberOf(
  kind: 'receipt' | 'credit-note',
  { year, number }: Pick<PaymentEntry, 'year' | 'number'>,
): string | null {
  return year === null || number === null ? null : seriesNumber(kind, { year, number });
}
