import type { ReactNode } from 'react';
import type { User } from '#contract/users.ts';
import { paths } from '#web/paths.ts';
import { momentOf } from '#web/ui/moment.ts';
import { TextLink } from '#web/ui/text-link.tsx';

/** Tells an admin of a live shop why admin power rests or soon will: no second factor, or a common password (decisions: Identity). */
export function PowerNotices({ user }: { user: User }) {
  const { role, emailVerified, secondFactorDue, passwordTooCommon } = user;
  if (!role || !emailVerified) return null;
  return (
    <>
      {secondFactorDue !== undefined && (
        <PowerNotice to={`${paths.myProfile}#second-factor`} link="Turn it on in My Profile">
          {secondFactorDue.passed
            ? 'Your admin power rests until you turn on a second factor.'
            : `Admins of this shop need a second factor. Please turn it on by ${momentOf(secondFactorDue.at)}: after that your admin power rests.`}
        </PowerNotice>
      )}
      {passwordTooCommon === true && (
        <PowerNotice to={`${paths.myProfile}#password`} link="Change it in My Profile">
          Your admin power rests until you have a better password: the one you log in with is one
          that thieves try early.
        </PowerNotice>
      )}
    </>
  );
}

function PowerNotice(props: { to: string; link: string; children: ReactNode }) {
  return (
    <p className="rounded-box border-warning bg-base-100 mb-6 max-w-3xl border-2 p-4 font-semibold">
      {props.children} <TextLink to={props.to}>{props.link}</TextLink>
    </p>
  );
}
