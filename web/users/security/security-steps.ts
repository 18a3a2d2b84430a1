import type { SecondFactorKey } from '#contract/identity.ts';
import { texts } from '#contract/texts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/paths.ts';
import { accounts } from '#web/session/accounts.ts';
import {
  codeError,
  errorsIn,
  formErrors,
  newPasswordError,
  passwordError,
} from '#web/session/form-errors.ts';
import type { Restarted } from '#web/session/loads-after.ts';
import { forgetSession, restartSession } from '#web/session/session.ts';
import { fieldOf } from '#web/session/sign-in-errors.ts';
import { toastError, toastSuccess } from '#web/ui/toasts.tsx';
import { typedText } from '#web/ui/typed-text.ts';
import type { FieldErrors } from '#web/ui/use-form.ts';

/** A field of these forms. */
type SecurityField = 'current' | 'password' | 'code';

/** The outcome of a step. */
export type SecurityOutcome =
  | { readonly kind: 'done' | 'factor-off'; readonly sentence: string }
  | ({ readonly kind: 'password-changed'; readonly sentence: string } & Restarted)
  | { readonly kind: 'key'; readonly key: SecondFactorKey }
  | ({ readonly kind: 'factor-on'; readonly recoveryCodes: readonly string[] } & Restarted)
  | { readonly kind: 'invalid'; readonly errors: FieldErrors<SecurityField> }
  | { readonly kind: 'failed'; readonly sentence: string };

/** What each form of these sections does, by its field `step`. */
const steps = {
  async password(form: FormData): Promise<SecurityOutcome> {
    const [current, chosen] = [typedText(form, 'current'), typedText(form, 'password')];
    const errors = errorsIn({
      current: passwordError(current),
      password: newPasswordError(chosen),
    });
    if (errors) return { kind: 'invalid', errors };
    await (await accounts()).changePassword(current, chosen);
    const restarted = await restart();
    const told = done('Your password is changed. Every other browser is signed out.');
    return { ...told, ...restarted, kind: 'password-changed' };
  },
  async firstPassword(form: FormData): Promise<SecurityOutcome> {
    await (await accounts()).requestPasswordReset(typedText(form, 'email'));
    return done(texts.resetLinkSent);
  },
  async endSession(form: FormData): Promise<SecurityOutcome> {
    await call('endOneSession', { body: { id: typedText(form, 'id') } });
    return done(`Signed out: ${typedText(form, 'browser')}.`);
  },
  async endSessions(): Promise<SecurityOutcome> {
    await call('endAllSessions', { body: {} });
    forgetSession();
    // A page load, so that nothing of the account stays in memory.
    location.replace(`${paths.login}?done=signed-out`);
    return { kind: 'done', sentence: 'You are signed out everywhere.' };
  },
  async beginFactor(form: FormData): Promise<SecurityOutcome> {
    const password = typedText(form, 'password');
    const errors = errorsIn({ password: passwordError(password) });
    if (errors) return { kind: 'invalid', errors };
    return { kind: 'key', key: await call('beginSecondFactor', { body: { password } }) };
  },
  async confirmFactor(form: FormData): Promise<SecurityOutcome> {
    const code = typedText(form, 'code');
    const errors = formErrors.code(code);
    if (errors) return { kind: 'invalid', errors };
    const { recoveryCodes } = await call('confirmSecondFactor', { body: { code } });
    const restarted = await restart();
    toastSuccess('Your sign-in asks for a code now.');
    return { ...restarted, kind: 'factor-on', recoveryCodes };
  },
  async endFactor(form: FormData): Promise<SecurityOutcome> {
    const [password, code] = [typedText(form, 'password'), typedText(form, 'code')];
    const errors = errorsIn({ password: passwordError(password), code: codeError(code) });
    if (errors) return { kind: 'invalid', errors };
    await call('endSecondFactor', { body: { password, code } });
    return { ...done('Your sign-in asks for no code any more.'), kind: 'factor-off' };
  },
} satisfies Record<string, (form: FormData) => Promise<SecurityOutcome>>;

type SecurityStep = keyof typeof steps;

/** Takes a form's step; undefined when it is for another section. */
export async function takeSecurityStep(form: FormData): Promise<SecurityOutcome | undefined> {
  const step = typedText(form, 'step');
  if (!Object.hasOwn(steps, step)) return undefined;
  try {
    return await steps[step as SecurityStep](form);
  } catch (error) {
    return refused(error, step as SecurityStep);
  }
}

/** After a step that cannot be taken back: nothing that fails from here on may hide that it was done. */
const restart = (): Promise<Restarted> =>
  restartSession().then(
    () => ({ loadsAgain: true }),
    () => ({ loadsAgain: false }),
  );

function refused(error: unknown, step: SecurityStep): SecurityOutcome {
  if (!(error instanceof ApiError)) throw error;
  const { code, message } = error;
  if (code === 'wrong_password')
    return { kind: 'invalid', errors: { [step === 'password' ? 'current' : 'password']: message } };
  const field = fieldOf[code];
  if (field === 'password' || field === 'code')
    return { kind: 'invalid', errors: { [field]: message } };
  if (code === 'sign_in_required') {
    forgetSession();
    toastError(texts.loginExpired, { id: 'login-expired' });
  }
  return { kind: 'failed', sentence: message };
}

function done(sentence: string): { readonly kind: 'done'; readonly sentence: string } {
  toastSuccess(sentence);
  return { kind: 'done', sentence };
}
