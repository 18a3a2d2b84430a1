import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { failureOf } from '#web/ui/take-step.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { typedText } from '#web/ui/typed-text.ts';

/** A stock adjustment as it is typed. */
export type TypedAdjustment = Readonly<Record<'change' | 'reason', string>>;

/** The sentence beside each field that cannot be taken. */
export type StockErrors = Partial<TypedAdjustment>;

/** How a stock adjustment turned out. */
export interface StockOutcome {
  readonly kind: 'adjusted' | 'used' | 'failed';
  readonly sentence: string;
}

/** What stands in the form. */
export function typedAdjustment(form: FormData): TypedAdjustment {
  return { change: typedText(form, 'change').trim(), reason: typedText(form, 'reason').trim() };
}

/** What is wrong with a stock adjustment; undefined when nothing is. */
export function stockErrors({ change, reason }: TypedAdjustment): StockErrors | undefined {
  const isNumber = /^[-+]?\d{1,9}$/.test(change) && Number(change) !== 0;
  const errors: StockErrors = {
    ...(!isNumber && { change: 'Must be a whole number, not zero.' }),
    ...(change === '' && { change: 'Change is required' }),
    ...(reason === '' && { reason: 'Reason is required' }),
  };
  return Object.keys(errors).length === 0 ? undefined : errors;
}

/** Puts pieces in or takes them out, with the reason: once per key, however often the form is sent. */
export async function adjustStock(
  id: string,
  { change, reason }: TypedAdjustment,
  idempotencyKey: string,
): Promise<StockOutcome> {
  const body = { change: Number(change), reason };
  try {
    await call('adjustStock', { params: { id }, body }, { idempotencyKey });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'key_reused')
      return {
        kind: 'used',
        sentence:
          'An earlier try of yours was done after all. Look at the ledger before you adjust again.',
      };
    return { kind: 'failed', sentence: failureOf(error, 'The stock is unchanged.') };
  }
  toastSuccess('Stock adjusted.');
  return { kind: 'adjusted', sentence: `Stock adjusted by ${body.change}.` };
}
