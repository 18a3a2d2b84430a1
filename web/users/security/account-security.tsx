import type { ListedSession, SignInWays } from '#contract/identity.ts';
import type { User } from '#contract/users.ts';
import type { Deferred } from '#web/api/defer.ts';
import { defer } from '#web/api/defer.ts';
import { call } from '#web/api/call.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { PasswordSection } from './password-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** How one's account signs in, and its sessions. */
export interface Security {
  readonly ways: SignInWays;
  readonly sessions: readonly ListedSession[];
}

/** Loads it from the identity service; pages show it when it arrives. */
export async function loadSecurity(): Promise<{ security: Deferred<Security> }> {
  const security = Promise.all([call('getSignInWays', {}), call('listSessions', {})]).then(
    ([ways, { sessions }]) => ({ ways, sessions }),
  );
  return defer({ security }, 50);
}

/** The sections of My Profile that are about signing in. */
export function AccountSecurity({ user, security }: { user: User; security: Deferred<Security> }) {
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
