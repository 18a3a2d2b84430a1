import { centsOf, formatDollars } from '#contract/money.ts';
import { call } from '#web/api/call.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { typedText } from '#web/ui/typed-text.ts';
import type { FieldErrors } from '#web/ui/use-form.ts';
import { takeStep } from '#web/ui/take-step.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';

/** A refund as typed; the amount in dollars. */
export interface TypedRefund {
  readonly amount: string;
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
    reason: typedText(form, 'reason').trim(),
    restock: typedText(form, 'restock') === 'yes',
  };
}

/** The maximum length of a reason. */
export const longestReason = 300;

/** The errors of a refund when `left` dollars can be refunded; undefined when there are none. */
export function refundErrors(
  { amount, reason, restock }: TypedRefund,
  left: number,
): FieldErrors<keyof TypedRefund> | undefined {
  const cents = /^\s*\d+(\.\d+)?\s*$/.test(amount) ? centsOf(Number(amount)) : Number.NaN;
  const errors: { -readonly [K in keyof TypedRefund]?: string } = {};
  if (amount.trim() === '') errors.amount = 'Amount is required';
  else if (!(cents > 0)) errors.amount = 'Must be dollars above zero, with at most two decimals';
  else if (cents > centsOf(left))
    errors.amount = `At most ${formatDollars(left)} are left to refund`;
  if (reason.trim() === '') errors.reason = 'Reason is required';
  else if (reason.trim().length > longestReason)
    errors.reason = `Must be at most ${longestReason} characters long`;
  if (restock && cents < centsOf(left))
    errors.restock = 'Pieces go back on sale only with the last of the money';
  return Object.keys(errors).length === 0 ? undefined : errors;
}

/** Refunds an order and shows a toast. The key is the form's, so sending it twice makes one refund. */
export async function refundOrder(
  id: string,
  { amount, reason, restock }: TypedRefund,
  idempotencyKey: string,
): Promise<StepOutcome> {
  const body = { amount: Number(amount), reason, restock };
  const refund = () => call('refundOrder', { params: { id }, body }, { idempotencyKey });
  const outcome = await takeStep(refund, id, 'Not refunded.');
  if (outcome.kind === 'done') toastSuccess(`${formatDollars(body.amount)} refunded`);
  return outcome;
}
