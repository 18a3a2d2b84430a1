import { type ClientActionFunctionArgs } from 'react-router';
import { texts } from '#contract/texts.ts';
import { useSite } from '#web/api/site.ts';
import { pageMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { Page, Panel } from '#web/ui/page.tsx';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { accounts } from './accounts.ts';
import { EmailField } from './email-field.tsx';
import { formErrors, typedIn } from './form-errors.ts';
import { takeSignInStep, type FormOutcome } from './sign-in-errors.ts';
import { SignInForm } from './sign-in-form.tsx';

export const meta = () =>
  pageMeta('Forgot your password?', 'Ask for a link to choose a new password.');

export async function clientAction({ request }: ClientActionFunctionArgs): Promise<FormOutcome> {
  const typed = typedIn(await request.formData());
  return takeSignInStep(formErrors.resetRequest(typed), async () => {
    await (await accounts()).requestPasswordReset(typed.email);
    toastSuccess(texts.resetLinkSent);
    return { kind: 'done' };
  });
}

/** Password reset request (Spec §2: Forget password). */
export default function ForgetPasswordPage() {
  return (
    <Page
      title="Forgot your password?"
      width="form"
      intro="Type the e-mail address of your account. We send you a link to choose a new password."
    >
      <Panel className="p-6 sm:p-8">
        <SignInForm label="Forgot your password?" button="Send the link" done={<Sent />}>
          {(errors) => <EmailField error={errors.email} />}
        </SignInForm>
      </Panel>
      <p className="mt-6">
        <TextLink to={paths.login}>Back to login</TextLink>
      </p>
    </Page>
  );
}

function Sent() {
  const site = useSite();
  const inOutbox = site?.mode === 'demo' && site.identity.provider === 'embedded';
  return (
    <div className="text-success font-semibold">
      <p>{texts.resetLinkSent}</p>
      {inOutbox && (
        <p className="mt-2">
          This demo sends no mail: <TextLink to={paths.outbox}>read it in the outbox</TextLink>.
        </p>
      )}
    </div>
  );
}
