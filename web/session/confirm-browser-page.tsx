import { replace, type ClientActionFunctionArgs } from 'react-router';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { Page, Panel } from '#web/ui/page.tsx';
import { typedText } from '#web/ui/typed-text.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { call } from '#web/api/call.ts';
import { takeSignInStep, type FormOutcome } from './sign-in-errors.ts';
import { SignInForm } from './sign-in-form.tsx';

export const meta = () => privateMeta('Log in from this browser');

export async function clientAction({ request }: ClientActionFunctionArgs): Promise<FormOutcome> {
  const token = typedText(await request.formData(), 'code');
  return takeSignInStep(undefined, async () => {
    await call('confirmDevice', { body: { token } });
    toastSuccess('Your account knows this browser now. Please log in.');
    throw replace(paths.login);
  });
}

/**
 * The page of the mailed link that makes this browser a known device while strangers guess the password. Acts when a button
 * is pressed, because mail scanners open links.
 */
export default function ConfirmBrowserPage() {
  return (
    <Page title="Log in from this browser" width="form">
      <Panel className="p-6 sm:p-8">
        <SignInForm label="Log in from this browser" button="This is my browser" mailed>
          {() => (
            <p>
              Press the button if you want to log in to your account from this browser. Your
              password stays as it is.
            </p>
          )}
        </SignInForm>
      </Panel>
    </Page>
  );
}
