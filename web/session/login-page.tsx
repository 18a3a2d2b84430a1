import { useRef } from 'react';
import { replace, useSearchParams, type ClientActionFunctionArgs } from 'react-router';
import { texts } from '#contract/texts.ts';
import { pageMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { fillField } from '#web/ui/fill-field.ts';
import { useHydrated } from '#web/ui/hydrated.ts';
import { Page, Panel } from '#web/ui/page.tsx';
import { accounts } from './accounts.ts';
import { AskedPart } from './asked-part.tsx';
import { DemoSignIns } from './demo-sign-ins.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import { CodeStep } from './code-step.tsx';
import { EmailField } from './email-field.tsx';
import { formErrors, typedIn, type Typed } from './form-errors.ts';
import { GoogleSignIn } from './google-button.tsx';
import { call } from '#web/api/call.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import { takeSignInStep, type FormOutcome } from './sign-in-errors.ts';
import { returnPath } from './return-path.ts';
import { startSession } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';
import { Link } from '#web/ui/link.tsx';

export const meta = () =>
  pageMeta(texts.login, 'Sign in to order spare parts in bulk and to follow your orders.');

export async function clientAction({ request }: ClientActionFunctionArgs): Promise<FormOutcome> {
  const form = await request.formData();
  const code = form.get('code');
  return typeof code === 'string' ? signInByCode(code) : signIn(typedIn(form));
}

async function signIn(typed: Typed): Promise<FormOutcome> {
  const { email, password } = typed;
  return takeSignInStep(formErrors.login(typed), async () => {
    const user = await (await accounts()).signIn({ email, password });
    if (user === undefined) throw replace(paths.signInCode);
    await startSession(user);
    throw replace(returnPath());
  });
}

async function signInByCode(code: string): Promise<FormOutcome> {
  return takeSignInStep(formErrors.code(code), async () => {
    await startSession((await call('signInByCode', { body: { code } })).user);
    throw replace(returnPath());
  });
}

/** Sign-in (Spec §2: Login); with a second factor in two steps. */
export default function LoginPage() {
  const [search] = useSearchParams();
  // The server renders one login page for everybody.
  const hydrated = useHydrated();
  if (hydrated && search.get('step') === 'code') return <CodeStep />;
  return <PasswordStep signedOut={hydrated && search.get('done') === 'signed-out'} />;
}

function PasswordStep({ signedOut }: { signedOut: boolean }) {
  const panel = useRef<HTMLDivElement>(null);
  const intro = signedOut ? <p role="status">You are signed out everywhere.</p> : undefined;
  return (
    <Page title={texts.login} width="form" intro={intro}>
      <AskedPart />
      <Panel className="p-6 sm:p-8">
        <div ref={panel}>
          <SignInForm key="password" label={texts.login} button={texts.login}>
            {(errors) => (
              <>
                <EmailField error={errors.email} />
                <CurrentPasswordField label="Password" error={errors.password} />
                <Link
                  to={paths.forgetPassword}
                  className="link -mt-3 inline-flex min-h-6 items-center self-start text-sm"
                >
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
        <TextLink to={paths.register} replace>
          Register
        </TextLink>
      </p>
      <DemoSignIns onFill={(account) => fill(panel.current, account)} />
    </Page>
  );
}

/** Fills in a demo account without submitting. */
function fill(
  panel: HTMLElement | null,
  account: { readonly email: string; readonly password: string },
): void {
  for (const field of ['email', 'password'] as const) {
    const input = panel?.querySelector<HTMLInputElement>(`input[name="${field}"]`);
    if (input) fillField(input, account[field]);
  }
  panel?.querySelector<HTMLButtonElement>('button[type="submit"]')?.focus();
}
