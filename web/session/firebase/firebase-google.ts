import {
  getRedirectResult,
  GoogleAuthProvider,
  signInWithPopup,
  signInWithRedirect,
  type Auth,
} from '@firebase/auth';
import type { GoogleEnd } from '#web/session/google-popup.ts';
import type { HostedIdentity } from '#web/session/identity-service.ts';
import { firebaseCode, fromFirebase } from './firebase-errors.ts';

/** 'Continue with Google' by Firebase's own popup, which is 500×600 (Spec §9). */
export function firebaseGoogle(
  auth: Auth,
): Pick<HostedIdentity, 'signInWithGoogle' | 'googleReturn'> {
  const google = new GoogleAuthProvider().setCustomParameters({ prompt: 'select_account' });
  return {
    async signInWithGoogle() {
      try {
        await signInWithPopup(auth, google);
        return 'signed-in';
      } catch (error) {
        if (firebaseCode(error) !== 'popup-blocked') return endOf(error);
      }
      try {
        await signInWithRedirect(auth, google);
        return 'leaving';
      } catch (error) {
        return endOf(error);
      }
    },
    async googleReturn() {
      try {
        return (await getRedirectResult(auth)) === null ? undefined : 'signed-in';
      } catch (error) {
        return endOf(error);
      }
    },
  };
}

/** Whoever closes or cancels the popup, or begins anew, knows why. */
const ends = new Map<string | undefined, GoogleEnd | 'leaving'>([
  ['popup-closed-by-user', 'leaving'],
  ['cancelled-popup-request', 'leaving'],
  ['user-cancelled', 'access_denied'],
  ['redirect-cancelled-by-user', 'access_denied'],
  ['account-exists-with-different-credential', 'account_not_linked'],
  ['credential-already-in-use', 'account_not_linked'],
]);

function endOf(error: unknown): GoogleEnd | 'leaving' {
  const end = ends.get(firebaseCode(error));
  if (end === undefined) throw fromFirebase(error);
  return end;
}
