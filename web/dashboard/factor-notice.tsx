import { Link } from 'react-router';
import type { User } from '#contract/users.ts';
import { paths } from '#web/paths.ts';
import { momentOf } from '#web/ui/moment.ts';

/** Tells an admin of a live shop, from the first day on, that the role needs a second factor (decisions: Identity). */
export function FactorNotice({ user: { role, emailVerified, secondFactorDue } }: { user: User }) {
  if (!role || !emailVerified || secondFactorDue === undefined) return null;
  return (
    <p className="rounded-box border-warning bg-base-100 mb-6 max-w-3xl border-2 p-4 font-semibold">
      {secondFactorDue.passed
        ? 'Your admin power rests until you turn on a second factor.'
        : `Admins of this shop need a second factor. Please turn it on by ${momentOf(secondFactorDue.at)}: after that your admin power rests.`}{' '}
      <Link to={paths.secondFactor} className="link">
        Turn it on in My Profile
      </Link>
    </p>
  );
}
