import type { ListedSession, SignInWays } from '#contract/identity.ts';
import type { User } from '#contract/users.ts';
import type { Deferred } from '#web/api/defer.ts';
import { defer } from '#web/api/defer.ts';
import { call } from '#web/api/call.ts';
import { hostedIdentity } from '#web/session/identity.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { HostedSection } from './hosted-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** How one's account signs in, and its sessions. */
export interface Security {
  readonly hasPassword: boolean;
  /** What only the shop's own service offers; undefined where a hosted one signs people in. */
  readonly own?: { readonly ways: SignInWays; readonly sessions: readonly ListedSession[] };
}

/** Loads it from the identity service; pages show it when it arrives. */
export async function loadSecurity(): Promise<{ security: Deferred<Security> }> {
  return defer({ security: readSecurity() }, 50);
}

async function readSecurity(): Promise<Security> {
  const hosted = await hostedIdentity();
  if (hosted) return { hasPassword: await hosted.hasPassword() };
  const [ways, { sessions }] = await Promise.all([
    call('getSignInWays', {}),
    call('listSessions', {}),
  ]);
  return { hasPassword: ways.password, own: { ways, sessions } };
}

/** The sections of My Profile that are about signing in. */
export function AccountSecurity({ user, security }: { user: User; security: Deferred<Security> }) {
  return (
    <WhenLoaded data={security}>
      {({ hasPassword, own }) => (
        <>
          <PasswordSection user={user} hasPassword={hasPassword} hosted={own === undefined} />
          {own === undefined ? (
            <HostedSection />
          ) : (
            <>
              <SecondFactorSection ways={own.ways} emailVerified={user.emailVerified} />
              <SessionsSection sessions={own.sessions} />
            </>
          )}
        </>
      )}
    </WhenLoaded>
  );
}
