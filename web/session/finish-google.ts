import type { NavigateFunction } from 'react-router';
import { paths } from '#web/paths.ts';
import type { GoogleEnd } from './google-popup.ts';
import { identitySession } from './identity.ts';
import { returnPath } from './return-path.ts';
import { startSession } from './session.ts';
import { failed, signInError, type FormOutcome } from './sign-in-errors.ts';

/** Signs in at the shop after a sign-in with Google and leaves the page; answers why it failed. */
export async function finishGoogle(
  end: GoogleEnd,
  navigate: NavigateFunction,
): Promise<FormOutcome> {
  try {
    if (end === 'code_needed') await navigate(paths.signInCode, { replace: true });
    // The person cancelled it, or types a code next: no error.
    if (end === 'code_needed' || end === 'access_denied') return { kind: 'done' };
    if (end === 'account_not_linked')
      return failed(
        'There is an account with this e-mail address already. Sign in with your password, or reset it first.',
      );
    const user = end === 'signed-in' ? await (await identitySession()).currentUser() : undefined;
    if (user === undefined)
      return failed('The sign-in with Google did not work. Please try again.');
    await startSession(user);
    await navigate(returnPath(), { replace: true });
    return { kind: 'done' };
  } catch (error) {
    return signInError(error);
  }
}
