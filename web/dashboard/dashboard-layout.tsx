import { useEffect } from 'react';
import {
  Outlet,
  useLoaderData,
  useRevalidator,
  type ClientLoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import { texts } from '#contract/texts.ts';
import { defer } from '#web/api/defer.ts';
import { privateMeta } from '#web/meta.ts';
import { ForCustomers } from '#web/session/for-customers.tsx';
import { loadsAfter } from '#web/session/loads-after.ts';
import {
  requireSession,
  sessionContext,
  useRequiredSession,
} from '#web/session/require-session.ts';
import { Page, PageTitle } from '#web/ui/page.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Failed } from '#web/ui/states.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { loadAccount } from './account.ts';
import { PowerNotices } from './power-notices.tsx';
import { SideMenu } from './side-menu.tsx';

export const clientMiddleware = [requireSession];

export async function clientLoader({ context }: ClientLoaderFunctionArgs) {
  const { email } = context.get(sessionContext);
  return { email, ...(await defer({ user: loadAccount(email) }, 50)) };
}
clientLoader.hydrate = true as const;

const edits: ReadonlySet<string> = new Set([
  'updated',
  'factor-on',
  'factor-off',
  'password-changed',
]);

/** The account is loaded again when it was edited or when somebody presses Retry, not with every page of a list. */
export function shouldRevalidate({
  formMethod,
  actionResult,
  currentUrl,
  nextUrl,
}: ShouldRevalidateFunctionArgs): boolean {
  if (formMethod === undefined) return currentUrl.href === nextUrl.href;
  const { kind } = (actionResult ?? {}) as { readonly kind?: unknown };
  return typeof kind === 'string' && edits.has(kind) && loadsAfter(actionResult);
}

export const meta = () => privateMeta(texts.dashboard);

/** At least as high as the screen, so that the footer does not jump as the page fills. */
const screenful = 'min-h-dvh';

/** The dashboard is rendered in the browser only, because its data is private. */
export function HydrateFallback() {
  return (
    <ForCustomers
      withoutScripts={
        <Page title={texts.dashboard}>
          <Notice>The dashboard needs scripts, which this browser does not run.</Notice>
        </Page>
      }
    >
      <Waiting />
    </ForCustomers>
  );
}

function Waiting() {
  return (
    <div className={screenful}>
      <Spinner className="py-32" />
    </div>
  );
}

function NoAccount() {
  return (
    <>
      <PageTitle className="mb-6">{texts.dashboard}</PageTitle>
      <Failed>Your account is not available right now.</Failed>
    </>
  );
}

/** Side menu and page (Spec §2). Shows a spinner until the role is known; a failure offers Retry and never redirects. */
export default function DashboardLayout() {
  const { email, user } = useLoaderData<typeof clientLoader>();
  const session = useRequiredSession();
  const { revalidate } = useRevalidator();
  // Somebody else has signed in in another tab, and must not see this page's data.
  const another = session !== undefined && session.email !== email;
  useEffect(() => {
    if (another) void revalidate();
  }, [another, revalidate]);
  if (session === undefined || another) return <Waiting />;
  return (
    <div className={`page-column pt-6 md:pt-8 ${screenful}`}>
      <WhenLoaded
        key={email}
        data={user}
        failed={<NoAccount />}
        again="Your account could not be loaded again."
      >
        {(account) => (
          <div className="flex flex-col gap-8 md:flex-row md:gap-8">
            <SideMenu isAdmin={Boolean(account.role)} />
            <div className="min-w-0 grow">
              <PowerNotices user={account} />
              <Outlet context={account} />
            </div>
          </div>
        )}
      </WhenLoaded>
    </div>
  );
}
