import {
  disputeLetter,
  failedRefundLetter,
  foreignRefundLetter,
  refusedRefundLetter,
  unbookedPaymentsLetter,
  unknownPaymentLetter,
} from './admins-money-letters.ts';
import {
  askedReturnLetter,
  doubtedPartLetter,
  lowPartsLetter,
  lowStockLetter,
  newAdminLetter,
  paidOrderLetter,
  paidOrdersLetter,
} from './admins-letters.ts';
import { backInStockLetter, closedAccountLetter } from './account-letters.ts';
import {
  batchReminderLetter,
  endedLinesLetter,
  placedBatchLetter,
  shippedLinesLetter,
} from './batch-letters.ts';
import type { Letter } from './mail-template.ts';
import { orderLetter } from './order-letters.ts';
import {
  pausedOrdersLetter,
  refundedOrdersLetter,
  returnedMoneyLetter,
  settledOrdersLetter,
} from './payment-letters.ts';
import { weeklyLetter } from './weekly-letter.ts';

/**
 * The words of each kind of letter. They are written when it is sent, of the facts that stand in the outbox since its event: two days
 * at most (`mostTries`), or ninety (`mailsKeptMs`) if it was given up and is queued again. For so long the words must be able to read
 * what earlier versions wrote down.
 */
export const letterKinds = {
  order: orderLetter,
  'batch-placed': placedBatchLetter,
  'batch-reminder': batchReminderLetter,
  'lines-ended': endedLinesLetter,
  'lines-shipped': shippedLinesLetter,
  'orders-paid': settledOrdersLetter,
  'orders-paused': pausedOrdersLetter,
  'orders-refunded': refundedOrdersLetter,
  'money-returned': returnedMoneyLetter,
  'back-in-stock': backInStockLetter,
  'account-closed': closedAccountLetter,
  'admins-order-paid': paidOrderLetter,
  'admins-orders-paid': paidOrdersLetter,
  'admins-low-stock': lowStockLetter,
  'admins-low-parts': lowPartsLetter,
  'admins-new-admin': newAdminLetter,
  'admins-doubted-part': doubtedPartLetter,
  'admins-return-asked': askedReturnLetter,
  'admins-refund-refused': refusedRefundLetter,
  'admins-refund-failed': failedRefundLetter,
  'admins-foreign-refund': foreignRefundLetter,
  'admins-unknown-payment': unknownPaymentLetter,
  'admins-unbooked-payments': unbookedPaymentsLetter,
  'admins-dispute': disputeLetter,
  'admins-weekly-figures': weeklyLetter,
} as const satisfies Readonly<Record<string, (facts: never, shop: never) => Omit<Letter, 'name'>>>;

export type LetterKind = keyof typeof letterKinds;

/** What a letter tells: its kind, and the facts, which as JSON are what they were. */
export type LetterAbout<Kind extends LetterKind = LetterKind> = {
  [K in Kind]: { readonly kind: K; readonly facts: Parameters<(typeof letterKinds)[K]>[0] };
}[Kind];

/** A letter as it stands in the outbox. */
export type StoredLetter<Kind extends LetterKind = LetterKind> = LetterAbout<Kind> & {
  /** The name in the greeting; empty where nobody confirmed that it is theirs. */
  readonly name: string;
};
