import { ApiError, type ApiErrorCode } from '#web/api/api-error.ts';
import { toastError } from '#web/ui/toasts.tsx';
import type { FormErrors, SignInField } from './form-errors.ts';

/** The outcome of a sign-in form that did not sign in. */
export type FormOutcome =
  | { readonly kind: 'invalid'; readonly errors: FormErrors }
  | { readonly kind: 'failed'; readonly sentence: string }
  | { readonly kind: 'done' };

/** The field at which a refusal is shown. */
export const fieldOf: Readonly<Partial<Record<ApiErrorCode, SignInField>>> = {
  invalid_email: 'email',
  weak_password: 'password',
  password_too_long: 'password',
  common_password: 'password',
  proof_needed: 'password',
  wrong_code: 'code',
};

/** Submits a sign-in form unless a field is invalid; a refusal becomes the form's outcome. */
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

/** Shows why a sign-in was refused: at the field, else by a toast and on the page. Rethrows other errors. */
export function signInError(error: unknown): FormOutcome {
  if (!(error instanceof ApiError)) throw error;
  const field = fieldOf[error.code];
  if (field !== undefined) return { kind: 'invalid', errors: { [field]: error.message } };
  return failed(blockedSentence(error) ?? error.message);
}

/** Shows a toast, and answers the outcome for the page. */
export function failed(sentence: string): { readonly kind: 'failed'; readonly sentence: string } {
  toastError(sentence, { id: 'sign-in' });
  return { kind: 'failed', sentence };
}

/** The refusal contains the contact address. */
function blockedSentence({ code, body: { contact } }: ApiError): string | undefined {
  return code === 'account_blocked' && typeof contact === 'string'
    ? `This account is blocked. Please write to ${contact}.`
    : undefined;
}
