import { replace, type ClientActionFunctionArgs } from 'react-router';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { Page, Panel } from '#web/ui/page.tsx';
import { typedText } from '#web/ui/typed-text.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { accounts } from './accounts.ts';
import { formErrors, typedIn } from './form-errors.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { takeSignInStep, type FormOutcome } from './sign-in-errors.ts';
import { forgetSession } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';

export const meta = () => privateMeta('Choose a new password');

export async function clientAction({ request }: ClientActionFunctionArgs): Promise<FormOutcome> {
  const form = await request.formData();
  const typed = typedIn(form);
  return takeSignInStep(formErrors.newPassword(typed), async () => {
    await (await accounts()).resetPassword(typedText(form, 'code'), typed.password);
    // The reset has ended every session of the account, also this browser's.
    forgetSession();
    toastSuccess('Your password is changed. Please log in with it.');
    throw replace(paths.login);
  });
}

/** The page of the link in a reset mail. */
export default function ResetPasswordPage() {
  return (
    <Page title="Choose a new password" width="form">
      <Panel className="p-6 sm:p-8">
        <SignInForm label="Password reset" button="Save the new password" mailed>
          {(errors) => <NewPasswordField label="New password" error={errors.password} />}
        </SignInForm>
      </Panel>
      <p className="mt-6">
        Link too old? <TextLink to={paths.forgetPassword}>Ask for a new one</TextLink>
      </p>
    </Page>
  );
}
