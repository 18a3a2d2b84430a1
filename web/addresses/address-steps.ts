import type { Address } from '#contract/addresses.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { failureOf, takeStep } from '#web/ui/take-step.ts';
import { typedText } from '#web/ui/typed-text.ts';
import type { FieldErrors } from '#web/ui/use-form.ts';

type AddressField = 'name' | 'address' | 'phone';

/** How keeping an address turned out. */
export type AddressOutcome =
  | { readonly kind: 'kept' | 'failed'; readonly sentence: string }
  | { readonly kind: 'invalid'; readonly errors: FieldErrors<AddressField> };

/** What stands in the form. */
export function typedAddress(form: FormData): Address {
  return {
    _id: typedText(form, 'id'),
    name: typedText(form, 'name'),
    address: typedText(form, 'address'),
    phone: typedText(form, 'phone'),
    isDefault: form.get('isDefault') !== null,
  };
}

/** What is missing; undefined when nothing is. */
export function addressErrors(typed: Address): FieldErrors<AddressField> | undefined {
  const missing = Object.entries(sentences).filter(
    ([field]) => typed[field as AddressField].trim() === '',
  );
  return missing.length === 0 ? undefined : Object.fromEntries(missing);
}

const sentences: Record<AddressField, string> = {
  name: 'Name is required',
  address: 'Address is required',
  phone: 'Phone is required',
};

/** Keeps an address, new or changed. */
export async function keepAddress(form: FormData): Promise<AddressOutcome> {
  const { _id, ...body } = typedAddress(form);
  try {
    await call('putAddress', { params: { id: _id }, body });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'name_taken') return { kind: 'invalid', errors: { name: error.message } };
    return { kind: 'failed', sentence: failureOf(error, 'Not saved.') };
  }
  return { kind: 'kept', sentence: 'Saved.' };
}

/** Begins order forms with this address. */
export function makeDefault(form: FormData): Promise<StepOutcome> {
  const { _id, ...body } = typedAddress(form);
  const step = () =>
    call('putAddress', { params: { id: _id }, body: { ...body, isDefault: true } });
  return takeStep(step, _id, 'Not changed.');
}

export function deleteAddress(id: string): Promise<StepOutcome> {
  return takeStep(() => call('deleteAddress', { params: { id } }), id, 'Not deleted.');
}
