import { Link, useFetcher, useSearchParams, type ClientActionFunctionArgs } from 'react-router';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page, Panel } from '#web/ui/page.tsx';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { identity } from './embedded-identity.ts';
import { refused, type FormOutcome } from './refused.ts';
import { useSession } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';

export const meta = () => privateMeta('Confirm your e-mail address');

export async function clientAction({ request }: ClientActionFunctionArgs): Promise<FormOutcome> {
  const code = (await request.formData()).get('code');
  try {
    if (typeof code === 'string') await identity.verifyEmail(code);
    else await identity.sendVerificationEmail();
  } catch (error) {
    return refused(error);
  }
  toastSuccess(code === null ? 'A new link is on its way.' : 'Your e-mail address is confirmed.');
  return { kind: 'done' };
}

/** Where the link of a verification mail leads. Acts on a press of the button, because mail scanners follow links. */
export default function VerifyEmailPage() {
  const [search] = useSearchParams();
  const code = search.get('token') ?? '';
  return (
    <Page title="Confirm your e-mail address" width="form">
      <Panel className="p-6 sm:p-8">
        {code === '' ? (
          <p>The address is incomplete: please open the whole link of the mail.</p>
        ) : (
          <SignInForm label="Confirm your e-mail address" button="Confirm" code={code} done={<Confirmed />}>
            {() => <p>Press the button to confirm that you registered at Underhood and that this mailbox is yours.</p>}
          </SignInForm>
        )}
      </Panel>
      <NewLink />
    </Page>
  );
}

function Confirmed() {
  return (
    <div className="text-success font-medium">
      <p>Your e-mail address is confirmed.</p>
      <ButtonLink to={paths.parts} className="mt-4 w-full">
        See all parts
      </ButtonLink>
    </div>
  );
}

/** Only whoever is signed in can ask for another mail: to their own address. */
function NewLink() {
  const fetcher = useFetcher<FormOutcome>();
  if (useSession() === undefined)
    return (
      <p className="mt-6">
        Link too old?{' '}
        <Link to={paths.login} className="link">
          Log in
        </Link>{' '}
        and ask for a new one on this page.
      </p>
    );
  return (
    <fetcher.Form method="post" className="mt-6">
      Link too old?{' '}
      <button type="submit" disabled={fetcher.state !== 'idle'} className="link min-h-6">
        Send a new link
      </button>
    </fetcher.Form>
  );
}
