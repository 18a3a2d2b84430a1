import { AskedPart } from './asked-part.tsx';
import { replace, type ClientActionFunctionArgs } from 'react-router';
import { texts } from '#contract/texts.ts';
import { pageMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { Field } from '#web/ui/field.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { register } from './accounts.ts';
import { EmailField } from './email-field.tsx';
import { formErrors, typedIn } from './form-errors.ts';
import { GoogleSignIn } from './google-button.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { takeSignInStep, type FormOutcome } from './sign-in-errors.ts';
import { returnPath } from './return-path.ts';
import { startSession } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';

export const meta = () =>
  pageMeta('Register', 'Open an account to order spare parts in bulk at wholesale prices.');

export async function clientAction({ request }: ClientActionFunctionArgs): Promise<FormOutcome> {
  const typed = typedIn(await request.formData());
  return takeSignInStep(formErrors.register(typed), async () => {
    await startSession(await register(typed));
    throw replace(returnPath());
  });
}

/** Registration (Spec §2: Register); redirects back like login. */
export default function RegisterPage() {
  return (
    <Page title="Register" width="form">
      <AskedPart />
      <Panel className="p-6 sm:p-8">
        <SignInForm label="Register" button="Create account">
          {(errors) => (
            <>
              <Field
                label="Name"
                name="name"
                autoComplete="name"
                required
                maxLength={120}
                error={errors.name}
              />
              <EmailField
                error={errors.email}
                help="We send a mail to confirm it. You can order right away."
              />
              <NewPasswordField label="Password" error={errors.password} />
            </>
          )}
        </SignInForm>
        <GoogleSignIn />
      </Panel>
      <p className="mt-6">
        Have an account already?{' '}
        <TextLink to={paths.login} replace>
          {texts.login}
        </TextLink>
      </p>
    </Page>
  );
}
