import { useRef } from 'react';
import { Link, replace, type ClientActionFunctionArgs } from 'react-router';
import { texts } from '#contract/texts.ts';
import { pageMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { Field } from '#web/ui/field.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { DemoSignIns } from './demo-sign-ins.tsx';
import { identity } from './embedded-identity.ts';
import { loginErrors, typedIn } from './form-errors.ts';
import { GoogleSignIn } from './google-button.tsx';
import { refused, type FormOutcome } from './refused.ts';
import { returnPath } from './return-path.ts';
import { startSession } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';

export const meta = () => pageMeta(texts.login, 'Sign in to order spare parts in bulk and to follow your orders.');

export async function clientAction({ request }: ClientActionFunctionArgs): Promise<FormOutcome> {
  const typed = typedIn(await request.formData());
  const errors = loginErrors(typed);
  if (errors) return { kind: 'invalid', errors };
  try {
    await startSession(await identity.signIn({ email: typed.email, password: typed.password }));
  } catch (error) {
    return refused(error);
  }
  throw replace(returnPath());
}

/** Sign-in (Spec §2: Login). */
export default function LoginPage() {
  const panel = useRef<HTMLDivElement>(null);
  return (
    <Page title={texts.login} width="form">
      <Panel className="p-6 sm:p-8">
        <div ref={panel}>
          <SignInForm label={texts.login} button={texts.login}>
            {(errors) => (
              <>
                <Field
                  label="Email"
                  name="email"
                  type="email"
                  inputMode="email"
                  autoComplete="username"
                  required
                  maxLength={254}
                  error={errors.email}
                />
                <Field label="Password" name="password" type="password" autoComplete="current-password" required error={errors.password} />
                <Link to={paths.forgetPassword} className="link -mt-3 inline-flex min-h-6 items-center self-start text-sm">
                  Forgot your password?
                </Link>
              </>
            )}
          </SignInForm>
        </div>
        <GoogleSignIn />
      </Panel>
      <p className="mt-6">
        New here?{' '}
        <Link to={paths.register} replace className="link">
          Register
        </Link>
      </p>
      <DemoSignIns onFill={(account) => fill(panel.current, account)} />
    </Page>
  );
}

/** Writes a demo sign-in into the form and leaves the press of the button to the person. */
function fill(panel: HTMLElement | null, account: { readonly email: string; readonly password: string }): void {
  for (const field of ['email', 'password'] as const) {
    const input = panel?.querySelector<HTMLInputElement>(`input[name="${field}"]`);
    if (input) input.value = account[field];
  }
  panel?.querySelector<HTMLButtonElement>('button[type="submit"]')?.focus();
}
