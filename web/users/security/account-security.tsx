import type { ListedSession, SignInWays } from '#contract/identity.ts';
import type { User } from '#contract/users.ts';
import type { Soon } from '#web/api/soon.ts';
import { soon } from '#web/api/soon.ts';
import { ownAccount } from '#web/session/own-account.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { PasswordSection } from './password-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** How one's account is entered, and where it is now. */
export interface Security {
  readonly ways: SignInWays;
  readonly sessions: readonly ListedSession[];
}

/** Asks the identity service for it; a page shows it when it is there. */
export async function loadSecurity(): Promise<{ security: Soon<Security> }> {
  const security = Promise.all([ownAccount.ways(), ownAccount.sessions()]).then(
    ([ways, sessions]) => ({ ways, sessions }),
  );
  return soon({ security }, 50);
}

/** The sections of My Profile that are about signing in. */
export function AccountSecurity({
  user,
  security,
}: {
  readonly user: User;
  readonly security: Soon<Security>;
}) {
  return (
    <WhenLoaded data={security}>
      {({ ways, sessions }) => (
        <>
          <PasswordSection user={user} hasPassword={ways.password} />
          <SecondFactorSection ways={ways} emailVerified={user.emailVerified} />
          <SessionsSection sessions={sessions} />
        </>
      )}
    </WhenLoaded>
  );
}
