import { centsOf, formatDollars } from '#contract/money.ts';
import type { ManagedReturn, ReturnStep } from '#contract/returns.ts';
import { call } from '#web/api/call.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { takeStep } from '#web/ui/take-step.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { typedText } from '#web/ui/typed-text.ts';
import type { FieldErrors } from '#web/ui/use-form.ts';

type Fields = 'words' | 'quantity' | 'amount' | 'restock';

/** How a step with a return turned out. */
export type ReturnStepOutcome =
  | StepOutcome
  | { readonly kind: 'invalid'; readonly errors: FieldErrors<Fields> };

/** A step as typed. */
type TypedStep =
  | { readonly step: 'agree' | 'decline'; readonly words: string }
  | { readonly step: 'receive'; readonly quantity: number }
  | { readonly step: 'settle'; readonly amount: number; readonly restock: number };

/** The step of the form's button. */
export function typedReturnStep(form: FormData): TypedStep {
  const words = typedText(form, 'words').trim();
  const number = (field: string) => Number(typedText(form, field));
  switch (form.get('return-step')) {
    case 'agree':
      return { step: 'agree', words };
    case 'decline':
      return { step: 'decline', words };
    case 'receive':
      return { step: 'receive', quantity: number('quantity') };
    default:
      return { step: 'settle', amount: number('amount'), restock: number('restock') };
  }
}

const pieces = /^\s*\d{1,9}\s*$/;
const amounts = /^\s*\d{1,9}(\.\d+)?\s*$/;

/** The errors of a step with a return; undefined when there are none. */
export function returnStepErrors(
  form: FormData,
  { quantity, refundable, restockable }: ManagedReturn,
): FieldErrors<Fields> | undefined {
  const errors: { -readonly [K in Fields]?: string } = {};
  const typed = typedReturnStep(form);
  if ('words' in typed && typed.words === '') errors.words = 'The customer needs to know';
  if (typed.step === 'receive') {
    if (!pieces.test(typedText(form, 'quantity')) || typed.quantity === 0)
      errors.quantity = 'Must be a whole number of pieces';
    else if (typed.quantity > quantity) errors.quantity = `At most ${quantity} were asked for`;
  }
  if (typed.step === 'settle') {
    const cents = amounts.test(typedText(form, 'amount')) ? centsOf(typed.amount) : Number.NaN;
    if (Number.isNaN(cents)) errors.amount = 'Must be dollars, with at most two decimals';
    else if (cents > centsOf(refundable))
      errors.amount = `At most ${formatDollars(refundable)} can be given back`;
    if (!pieces.test(typedText(form, 'restock')))
      errors.restock = 'Must be a whole number of pieces';
    else if (typed.restock > restockable)
      errors.restock = `At most ${restockable} can go back on sale`;
  }
  return Object.keys(errors).length === 0 ? undefined : errors;
}

const done = {
  agree: 'Agreed',
  decline: 'Declined',
  receive: 'Noted',
  settle: 'Settled',
} as const satisfies Record<ReturnStep['step'], string>;

/** One step with a return, and a toast. The key is the form's, so sending it twice does it once. */
export async function takeReturnStep(
  id: string,
  step: ReturnStep,
  idempotencyKey: string,
): Promise<StepOutcome> {
  const take = () => call('stepReturn', { params: { id }, body: step }, { idempotencyKey });
  const outcome = await takeStep(take, id, 'Nothing was changed.');
  if (outcome.kind === 'done') toastSuccess(done[step.step]);
  return outcome;
}
