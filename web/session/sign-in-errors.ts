import { ApiError, type ApiErrorCode } from '#web/api/api-error.ts';
import { toastError } from '#web/ui/toasts.tsx';
import type { FormErrors, SignInField } from './form-errors.ts';

/** How a press of a sign-in form's button turned out, when it led nowhere. */
export type FormOutcome =
  | { readonly kind: 'invalid'; readonly errors: FormErrors }
  | { readonly kind: 'failed'; readonly sentence: string }
  | { readonly kind: 'done' };

/** The field that the sentence of a refusal belongs beside. */
export const fieldOf: Readonly<Partial<Record<ApiErrorCode, SignInField>>> = {
  invalid_email: 'email',
  weak_password: 'password',
  password_too_long: 'password',
  common_password: 'password',
  proof_needed: 'password',
  wrong_code: 'code',
};

/** Takes the step of a sign-in form: nothing is sent while a field is wrong, and a refusal becomes what the form says. */
export async function takeSignInStep(
  errors: FormErrors | undefined,
  step: () => Promise<FormOutcome>,
): Promise<FormOutcome> {
  if (errors) return { kind: 'invalid', errors };
  try {
    return await step();
  } catch (error) {
    return signInError(error);
  }
}

/** Says why a sign-in was refused: beside the field it is about, else by a toast and on the page. Rethrows what is no refusal. */
export function signInError(error: unknown): FormOutcome {
  if (!(error instanceof ApiError)) throw error;
  const field = fieldOf[error.code];
  if (field !== undefined) return { kind: 'invalid', errors: { [field]: error.message } };
  return failed(blockedSentence(error) ?? error.message);
}

/** Says by a toast, and for the page, why a sign-in led nowhere. */
export function failed(sentence: string): { readonly kind: 'failed'; readonly sentence: string } {
  toastError(sentence, { id: 'sign-in' });
  return { kind: 'failed', sentence };
}

/** Whom to write to stands in the refusal. */
function blockedSentence({ code, body: { contact } }: ApiError): string | undefined {
  return code === 'account_blocked' && typeof contact === 'string'
    ? `This account is blocked. Please write to ${contact}.`
    : undefined;
}
