import { texts } from '#contract/texts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { toastError } from '#web/ui/toasts.tsx';
import type { FormErrors } from './form-errors.ts';
import { IdentityError, type IdentityFault } from './identity.ts';

/** How a press of a sign-in form's button turned out, when it led nowhere. */
export type FormOutcome =
  | { readonly kind: 'invalid'; readonly errors: FormErrors }
  | { readonly kind: 'failed'; readonly sentence: string }
  | { readonly kind: 'done' };

/** Spec §8's words; a provider that hides whether the account exists is shown as a wrong password (decisions: Identity). */
const sentences: Readonly<Partial<Record<IdentityFault, string>>> = {
  'user-not-found': texts.accountDoesNotExist,
  'wrong-password': texts.passwordIncorrect,
  'invalid-credential': texts.passwordIncorrect,
  'email-in-use': texts.accountExists,
};

const besidePassword: ReadonlySet<IdentityFault> = new Set([
  'proof-needed',
  'password-too-long',
  'common-password',
]);

/** Tells a person by a toast, and the page by the same sentence, why nothing came of it. Rethrows what is no refusal. */
export function signInError(error: unknown): FormOutcome {
  if (!(error instanceof IdentityError) && !(error instanceof ApiError)) throw error;
  const fault = error instanceof IdentityError ? error.fault : undefined;
  if (fault === 'invalid-email') return { kind: 'invalid', errors: { email: texts.emailInvalid } };
  if (fault === 'weak-password')
    return { kind: 'invalid', errors: { password: texts.passwordTooShort } };
  if (fault !== undefined && besidePassword.has(fault))
    return { kind: 'invalid', errors: { password: error.message } };
  if (fault === 'wrong-code') return { kind: 'invalid', errors: { code: error.message } };
  // The person closed or cancelled it: they know.
  if (fault === 'popup-closed') return { kind: 'done' };
  const sentence = (fault && sentences[fault]) ?? blockedSentence(error) ?? error.message;
  toastError(sentence, { id: 'sign-in' });
  return { kind: 'failed', sentence };
}

/** Whom to write to stands in the refusal. */
function blockedSentence(error: IdentityError | ApiError): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'account_blocked') return undefined;
  const { contact } = error.body;
  return typeof contact === 'string'
    ? `This account is blocked. Please write to ${contact}.`
    : undefined;
}
