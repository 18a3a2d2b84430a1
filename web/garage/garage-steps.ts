import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { takeStep } from '#web/ui/take-step.ts';
import { typedText } from '#web/ui/typed-text.ts';
import { nameFault } from './name-fault.ts';

/** How naming a vehicle turned out. */
export type NamingOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'invalid'; readonly errors: NamingErrors };

interface NamingErrors {
  readonly name?: string;
}

/** What is wrong with the typed name; undefined when nothing is. */
export function namingErrors(form: FormData): NamingErrors | undefined {
  const name = nameFault(typedText(form, 'name'));
  return name === undefined ? undefined : { name };
}

export async function nameVehicle(form: FormData): Promise<NamingOutcome> {
  const body = { name: typedText(form, 'name') };
  try {
    await call('renameVehicle', { params: { id: typedText(form, 'id') }, body });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: 'invalid', errors: { name: error.message } };
  }
  return { kind: 'done' };
}

export function removeVehicle(id: string): Promise<StepOutcome> {
  return takeStep(() => call('removeVehicle', { params: { id } }), id, 'Not removed.');
}
