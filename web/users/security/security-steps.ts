import type { SecondFactorKey } from '#contract/identity.ts';
import { limits, texts } from '#contract/texts.ts';
import { passwordMax, passwordTooLong } from '#contract/identity.ts';
import { ApiError } from '#web/api/api-error.ts';
import { paths } from '#web/paths.ts';
import { identity } from '#web/session/embedded-identity.ts';
import { IdentityError } from '#web/session/identity.ts';
import { ownAccount } from '#web/session/own-account.ts';
import { forget } from '#web/session/session.ts';
import { toastError, toastSuccess } from '#web/ui/toasts.tsx';
import { typedText } from '#web/ui/typed-text.ts';

/** A field of these forms. */
type SecurityField = 'current' | 'password' | 'code';

/** How a press of a button turned out. */
export type SecurityOutcome =
  | { readonly kind: 'done' | 'password-changed'; readonly sentence: string }
  | { readonly kind: 'key'; readonly key: SecondFactorKey }
  | { readonly kind: 'factor-on'; readonly recoveryCodes: readonly string[] }
  | { readonly kind: 'factor-off'; readonly sentence: string }
  | { readonly kind: 'invalid'; readonly errors: Readonly<Partial<Record<SecurityField, string>>> }
  | { readonly kind: 'failed'; readonly sentence: string };

type Errors = Readonly<Partial<Record<SecurityField, string | undefined>>>;

/** What each button of these sections does; its form names it in the field `step`. */
const steps = {
  async password(form: FormData): Promise<SecurityOutcome> {
    const [current, chosen] = [typedText(form, 'current'), typedText(form, 'password')];
    const wrong = found({ current: typed(current), password: newPassword(chosen) });
    if (wrong) return wrong;
    await ownAccount.changePassword(current, chosen);
    return {
      kind: 'password-changed',
      sentence: done('Your password is changed. Every other browser is signed out.').sentence,
    };
  },
  async firstPassword(form: FormData): Promise<SecurityOutcome> {
    await identity.sendPasswordReset(typedText(form, 'email'));
    return done(texts.resetLinkSent);
  },
  async endSession(form: FormData): Promise<SecurityOutcome> {
    await ownAccount.endSession(typedText(form, 'id'));
    return done(`Signed out: ${typedText(form, 'browser')}.`);
  },
  async endSessions(): Promise<SecurityOutcome> {
    await ownAccount.endSessions();
    forget();
    // A whole new page: nothing of the account stays in this one.
    location.replace(paths.signedOutEverywhere);
    return { kind: 'done', sentence: 'You are signed out everywhere.' };
  },
  async beginFactor(form: FormData): Promise<SecurityOutcome> {
    const password = typedText(form, 'password');
    return (
      found({ password: typed(password) }) ?? {
        kind: 'key',
        key: await ownAccount.beginSecondFactor(password),
      }
    );
  },
  async confirmFactor(form: FormData): Promise<SecurityOutcome> {
    const code = typedText(form, 'code');
    const wrong = found({ code: code.trim() === '' ? 'Type the code' : undefined });
    if (wrong) return wrong;
    const recoveryCodes = await ownAccount.confirmSecondFactor(code);
    toastSuccess('Your sign-in asks for a code now.');
    return { kind: 'factor-on', recoveryCodes };
  },
  async endFactor(form: FormData): Promise<SecurityOutcome> {
    const [password, code] = [typedText(form, 'password'), typedText(form, 'code')];
    const wrong = found({
      password: typed(password),
      code: code.trim() === '' ? 'Type the code' : undefined,
    });
    if (wrong) return wrong;
    await ownAccount.endSecondFactor(password, code);
    return {
      kind: 'factor-off',
      sentence: done('Your sign-in asks for no code any more.').sentence,
    };
  },
} satisfies Record<string, (form: FormData) => Promise<SecurityOutcome>>;

/** The name of a step. */
export type SecurityStep = keyof typeof steps;

/** Takes the step that a form names; undefined when it is a form of something else. */
export async function takeSecurityStep(form: FormData): Promise<SecurityOutcome | undefined> {
  const step = typedText(form, 'step');
  if (!Object.hasOwn(steps, step)) return undefined;
  try {
    return await steps[step as SecurityStep](form);
  } catch (error) {
    return refused(error, step as SecurityStep);
  }
}

function refused(error: unknown, step: SecurityStep): SecurityOutcome {
  if (!(error instanceof IdentityError) && !(error instanceof ApiError)) throw error;
  const fault = error instanceof IdentityError ? error.fault : undefined;
  if (fault === 'wrong-password')
    return {
      kind: 'invalid',
      errors: { [step === 'password' ? 'current' : 'password']: texts.passwordIncorrect },
    };
  if (fault === 'wrong-code') return { kind: 'invalid', errors: { code: error.message } };
  if (fault === 'weak-password' || fault === 'password-too-long' || fault === 'common-password')
    return { kind: 'invalid', errors: { password: error.message } };
  if (fault === 'signed-out') {
    forget();
    toastError(texts.loginExpired, { id: 'login-expired' });
  }
  return { kind: 'failed', sentence: error.message };
}

function done(sentence: string): { readonly kind: 'done'; readonly sentence: string } {
  toastSuccess(sentence);
  return { kind: 'done', sentence };
}

function typed(password: string): string | undefined {
  if (password === '') return texts.passwordRequired;
  return password.length > passwordMax ? passwordTooLong : undefined;
}

function newPassword(password: string): string | undefined {
  return (
    typed(password) ?? (password.length < limits.passwordMin ? texts.passwordTooShort : undefined)
  );
}

function found(errors: Errors): SecurityOutcome | undefined {
  const wrong = Object.entries(errors).filter(([, sentence]) => sentence !== undefined);
  return wrong.length === 0 ? undefined : { kind: 'invalid', errors: Object.fromEntries(wrong) };
}
