import type { ListedSession, SecondFactorKey, SignInWays } from '#contract/identity.ts';
import { identity } from './embedded-identity.ts';
import { identityRequest } from './identity-request.ts';
import { startSession } from './session.ts';

/** What the owner of an account does about how it is entered. Every call rejects with an `IdentityError`. */
export const ownAccount = {
  async ways(): Promise<SignInWays> {
    return (await identityRequest('/account')).body as unknown as SignInWays;
  },
  /** Everything else ends; this browser goes on. */
  async changePassword(currentPassword: string, newPassword: string): Promise<void> {
    await identityRequest('/change-password', { currentPassword, newPassword });
    await goOn();
  },
  async sessions(): Promise<readonly ListedSession[]> {
    return (await identityRequest('/sessions')).body['sessions'] as readonly ListedSession[];
  },
  async endSession(id: string): Promise<void> {
    await identityRequest('/end-session', { id });
  },
  /** This browser's too. */
  async endSessions(): Promise<void> {
    await identityRequest('/end-sessions', {});
  },
  async beginSecondFactor(password: string): Promise<SecondFactorKey> {
    return (await identityRequest('/two-factor/enable', { password }))
      .body as unknown as SecondFactorKey;
  },
  /** Answers the recovery codes. Everything else ends; this browser goes on. */
  async confirmSecondFactor(code: string): Promise<readonly string[]> {
    const { body } = await identityRequest('/two-factor/confirm', { code });
    await goOn();
    return body['recoveryCodes'] as readonly string[];
  },
  async endSecondFactor(password: string, code: string): Promise<void> {
    await identityRequest('/two-factor/disable', { password, code });
  },
};

/** The service has given this browser a new session, with which the access token of before has ended. */
async function goOn(): Promise<void> {
  const user = await identity.current();
  if (user !== undefined) await startSession(user);
}
