import {
  redirect,
  replace,
  useFetcher,
  useSearchParams,
  type ClientActionFunctionArgs,
} from 'react-router';
import { inBrowser, onServer, type LoadArgs } from '#web/api/context.ts';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydrated.ts';
import { Page, Panel } from '#web/ui/page.tsx';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { ApiError } from '#web/api/api-error.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import { accounts, sendVerificationEmail } from './accounts.ts';
import { CurrentPasswordField } from './current-password-field.tsx';
import { typedIn } from './form-errors.ts';
import { mailedLink } from './mailed-link.ts';
import { takeSignInStep, type FormOutcome } from './sign-in-errors.ts';
import { restartSession, useSession } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';
import { useFittingFirst } from '#web/vehicle/use-fitting-first.ts';

export const meta = () => privateMeta('Confirm your e-mail address');

const load = async ({ api, request }: LoadArgs) => {
  const service = async () => (await api.call('getSite', {})).identity;
  const link = await mailedLink(new URL(request.url), service);
  return link === undefined ? null : redirect(link);
};

export const loader = onServer(load);
export const clientLoader = inBrowser(load);

export async function clientAction({ request }: ClientActionFunctionArgs): Promise<FormOutcome> {
  const form = await request.formData();
  const code = form.get('code');
  return takeSignInStep(undefined, async () => {
    if (typeof code === 'string') return confirm(code, typedIn(form).password);
    await sendVerificationEmail();
    toastSuccess(sent);
    return { kind: 'done' };
  });
}

async function confirm(code: string, password: string): Promise<never> {
  try {
    await (await accounts()).verifyEmail(code, password);
    await restartSession();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'email_verified')
      throw replace(`${paths.verifyEmail}?done=before`);
    throw error;
  }
  toastSuccess(confirmed);
  // The link is used up, so a page without the button replaces this one.
  throw replace(`${paths.verifyEmail}?done=yes`);
}

const confirmed = 'Your e-mail address is confirmed.';
const confirmedBefore = 'This e-mail address is confirmed already.';
const sent = 'A new link is on its way.';

/**
 * The page of the link in a confirmation mail. Confirms when a button is pressed, because mail scanners open links, and only
 * for the person who registered, because that may have been a stranger.
 */
export default function VerifyEmailPage() {
  const [search] = useSearchParams();
  const done = search.get('done');
  return (
    <Page title={heading} width="form">
      <Panel className="p-6 sm:p-8">
        {done ? <Confirmed before={done === 'before'} /> : <Unconfirmed />}
      </Panel>
      {!done && <NewLink />}
    </Page>
  );
}

/** Without a line break after 'e-'. */
const heading = (
  <>
    Confirm your <span className="whitespace-nowrap">e-mail</span> address
  </>
);

function Unconfirmed() {
  const isSignedIn = useSession() !== undefined;
  return (
    <>
      <SignInForm label="Confirm your e-mail address" button="Confirm" mailed>
        {(errors) => (
          <>
            <p>
              Press the button to confirm that you registered at Underhood and that this mailbox is
              yours.
            </p>
            {(!isSignedIn || errors.password !== undefined) && (
              <CurrentPasswordField
                label="Password of this account"
                error={errors.password}
                help="The one you chose when you registered."
              />
            )}
          </>
        )}
      </SignInForm>
      <p className="mt-6">
        Did somebody else register with your address, or is the password gone?{' '}
        <TextLink to={paths.forgetPassword}>Set my own password</TextLink> by e-mail: then the
        account is yours alone.
      </p>
    </>
  );
}

function Confirmed({ before }: { before: boolean }) {
  const fittingFirst = useFittingFirst();
  return (
    <>
      <p className="text-success text-base font-semibold">{before ? confirmedBefore : confirmed}</p>
      <ButtonLink to={fittingFirst(paths.parts)} look="signal" className="mt-6 w-full">
        See all parts
      </ButtonLink>
    </>
  );
}

/** Asks for another mail; only for a signed-in customer, to their own address. */
function NewLink() {
  const fetcher = useFetcher<FormOutcome>();
  const hydrated = useHydrated();
  const outcome = fetcher.state === 'idle' ? fetcher.data : undefined;
  if (useSession() === undefined)
    return (
      <p className="mt-6">
        Link too old? <TextLink to={paths.login}>Log in</TextLink> and ask for a new one on this
        page.
      </p>
    );
  return (
    <fetcher.Form method="post" className="mt-6">
      Link too old?{' '}
      <button
        type="submit"
        disabled={!hydrated || fetcher.state !== 'idle'}
        className="link min-h-6"
      >
        Send a new link
      </button>
      {/* The toast has announced it already. */}
      {outcome?.kind === 'done' && <p className="text-success mt-2 font-semibold">{sent}</p>}
      {outcome?.kind === 'failed' && (
        <p className="text-error mt-2 font-semibold">{outcome.sentence}</p>
      )}
    </fetcher.Form>
  );
}
