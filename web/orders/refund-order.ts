import { centsOf, formatDollars } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import { call } from '#web/api/call.ts';
import { endKeptKey } from '#web/api/kept-keys.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { typedText } from '#web/ui/typed-text.ts';
import type { FieldErrors } from '#web/ui/use-form.ts';
import { takeStep } from '#web/ui/take-step.ts';
import { dismissToasts, toastSuccess } from '#web/ui/toasts.tsx';
import { inPieces } from '#web/ui/in-pieces.ts';

/** A refund as typed: an amount in dollars, or pieces; the other is empty. */
export interface TypedRefund {
  readonly amount: string;
  readonly pieces: string;
  readonly reason: string;
  readonly restock: boolean;
}

/** The outcome of 'Refund'. */
export type RefundOutcome =
  | StepOutcome
  | { readonly kind: 'invalid'; readonly errors: FieldErrors<keyof TypedRefund> };

/** The form's values. */
export function typedRefund(form: FormData): TypedRefund {
  return {
    amount: typedText(form, 'amount').trim(),
    pieces: typedText(form, 'what') === 'pieces' ? typedText(form, 'pieces').trim() || '0' : '',
    reason: typedText(form, 'reason').trim(),
    restock: typedText(form, 'restock') === 'yes',
  };
}

/** The maximum length of a reason. */
export const longestReason = 300;

/** The errors of a refund when so much can be refunded; undefined when there are none. */
export function refundErrors(
  typed: TypedRefund,
  left: { readonly dollars: number; readonly pieces: number },
): FieldErrors<keyof TypedRefund> | undefined {
  const errors =
    typed.pieces === '' ? amountErrors(typed, left.dollars) : piecesErrors(typed, left.pieces);
  const reason = typed.reason.trim();
  if (reason === '') errors.reason = 'Reason is required';
  else if (reason.length > longestReason)
    errors.reason = `Must be at most ${longestReason} characters long`;
  return Object.keys(errors).length === 0 ? undefined : errors;
}

type Errors = { -readonly [K in keyof TypedRefund]?: string };

function amountErrors({ amount, restock }: TypedRefund, left: number): Errors {
  const cents = /^\s*\d+(\.\d+)?\s*$/.test(amount) ? centsOf(Number(amount)) : Number.NaN;
  const errors: Errors = {};
  if (amount.trim() === '') errors.amount = 'Amount is required';
  else if (!(cents > 0)) errors.amount = 'Must be dollars above zero, with at most two decimals';
  else if (cents > centsOf(left))
    errors.amount = `At most ${formatDollars(left)} are left to refund`;
  if (restock && cents < centsOf(left))
    errors.restock = 'Pieces go back on sale only with the last of the money';
  return errors;
}

function piecesErrors({ pieces }: TypedRefund, left: number): Errors {
  if (!/^\d{1,9}$/.test(pieces) || Number(pieces) === 0)
    return { pieces: 'Must be a whole number of pieces' };
  return Number(pieces) > left ? { pieces: `At most ${left} are left to ship` } : {};
}

const madeAlready = 'This refund was made already. Refund once more for another one.';
const madeBefore =
  'Not refunded: the refund before was made. Look at what is refunded, and refund once more for another one.';

/** Refunds an order and shows a toast. The key is kept for the order, so sending it twice makes one refund. `before`: dollars that the page showed as refunded. */
export async function refundOrder(
  id: string,
  { amount, pieces, reason, restock }: TypedRefund,
  { idempotencyKey, before }: { readonly idempotencyKey: string; readonly before: number },
): Promise<StepOutcome> {
  dismissToasts();
  const wanted = pieces === '' ? { amount: Number(amount) } : { pieces: Number(pieces) };
  const body = { ...wanted, reason, restock };
  let total = 0;
  const refund = async () => {
    const made = await call('refundOrder', { params: { id }, body }, { idempotencyKey });
    total = made.refundedTotal;
  };
  const outcome = await takeStep(refund, id, 'Not refunded.');
  if (outcome.kind === 'used') {
    endKeptKey('refund', id);
    return { ...outcome, sentence: madeBefore };
  }
  if (outcome.kind !== 'done') return outcome;
  endKeptKey('refund', id);
  const what = pieces === '' ? formatDollars(Number(amount)) : inPieces(Number(pieces));
  toastSuccess(total > before ? `${what} refunded` : madeAlready);
  return outcome;
}

/**
 * What happens to the pieces with the last of the money: those of a shipped order can only be sold again if the customer sent
 * them back. Once money went back, some may be on sale, or not be there any more: refunded and kept off sale, or unfit.
 */
export function restockWords({
  status,
  quantity,
  shippedQuantity,
  refundedTotal,
}: Pick<Order, 'status' | 'quantity' | 'shippedQuantity' | 'refundedTotal'>): {
  readonly choice: string;
  readonly sentence: string;
} {
  if (refundedTotal > 0)
    return {
      choice: 'Yes, all that are not on sale yet',
      sentence:
        'All pieces that are not on sale yet go on sale again, without those that were refunded and kept off sale, or that a return found unfit.',
    };
  if (status || shippedQuantity > 0)
    return {
      choice: `Yes, all ${quantity} came back`,
      sentence: `The ${quantity} pieces came back and go on sale again.`,
    };
  return { choice: `Yes, all ${quantity}`, sentence: `The ${quantity} pieces go back on sale.` };
}
