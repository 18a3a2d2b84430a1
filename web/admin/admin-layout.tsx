import { Navigate, Outlet } from 'react-router';
import type { User } from '#contract/users.ts';
import { useDashboardUser } from '#web/dashboard/dashboard-user.ts';
import { paths } from '#web/paths.ts';
import { PageTitle, Panel } from '#web/ui/page.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { hasAdminPower } from './require-admin.ts';

/**
 * Around every admin page: others are sent to `/` (Spec §2). The dashboard around it shows a spinner until the role is known.
 * What the pages below show, the server refuses to others by itself.
 */
export default function AdminLayout() {
  const user = useDashboardUser();
  if (!user.role) return <Navigate to={paths.start} replace />;
  if (!user.emailVerified) return <Unconfirmed user={user} />;
  if (!hasAdminPower(user)) return <Resting />;
  return <Outlet context={user} />;
}

/** The role without a second factor where one is demanded, or with a common password; the notice above says what to do. */
function Resting() {
  return <PageTitle>Your admin power rests</PageTitle>;
}

/** The role without a confirmed address has no power yet (decisions: Identity). */
function Unconfirmed({ user: { email } }: { user: User }) {
  return (
    <>
      <PageTitle className="mb-6">Please confirm your address</PageTitle>
      <Panel className="max-w-2xl p-6">
        <p className="[overflow-wrap:anywhere]">
          {`You are an admin as soon as your address is confirmed. Please open the link in the mail that was sent to ${email}.`}
        </p>
        <p className="mt-4">
          No mail? <TextLink to={paths.verifyEmail}>Ask for a new link</TextLink>
        </p>
      </Panel>
    </>
  );
}
