import { Link } from 'react-router';
import type { User } from '#contract/users.ts';
import { paths } from '#web/paths.ts';

/** Tells an admin of a live shop that a common password holds the role's power back (decisions: Identity). */
export function PasswordNotice({
  user: { role, emailVerified, passwordTooCommon },
}: {
  user: User;
}) {
  if (!role || !emailVerified || passwordTooCommon !== true) return null;
  return (
    <p className="rounded-box border-warning bg-base-100 mb-6 max-w-3xl border-2 p-4 font-semibold">
      Your admin power rests until you have a better password: the one you log in with is one that
      thieves try early.{' '}
      <Link to={paths.password} className="link">
        Change it in My Profile
      </Link>
    </p>
  );
}
