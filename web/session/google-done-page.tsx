import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams, type NavigateFunction } from 'react-router';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { identity } from './embedded-identity.ts';
import { googleChannel, googleEndOf, googleFault, type GoogleEnd } from './google-popup.ts';
import { IdentityError } from './identity.ts';
import { signInError } from './sign-in-errors.ts';
import { returnPath } from './return-path.ts';
import { startSession } from './session.ts';

export const meta = () => privateMeta('Sign-in with Google');

/** Last page of the sign-in with Google: in the popup it tells the page that opened it, and closes; else it signs in here. */
export default function GoogleDonePage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const end = googleEndOf(search.get('error'));
  const nonce = search.get('nonce');
  const inPopup = search.get('mode') === 'popup' && nonce !== null;
  const [sentence, setSentence] = useState<string>();
  useEffect(() => {
    if (inPopup) tellOpener(nonce, end);
    else void finishHere(end, navigate).then(setSentence);
  }, [inPopup, nonce, end, navigate]);
  return (
    <Page title="Sign-in with Google" width="form">
      {inPopup && <p>You can close this window.</p>}
      {!inPopup && sentence === undefined && <Spinner />}
      {sentence !== undefined && (
        <>
          <p>{sentence}</p>
          <ButtonLink to={paths.login} replace look="signal" className="mt-6">
            Back to login
          </ButtonLink>
        </>
      )}
    </Page>
  );
}

function tellOpener(nonce: string, end: GoogleEnd): void {
  const channel = googleChannel(nonce);
  channel.postMessage(end);
  channel.close();
  window.close();
}

/** Signs in on this page; answers the sentence when nothing came of it. */
async function finishHere(end: GoogleEnd, navigate: NavigateFunction): Promise<string | undefined> {
  try {
    if (end !== 'signed-in') throw googleFault(end);
    const user = await identity.current();
    if (user === undefined) throw googleFault('failed');
    await startSession(user);
    await navigate(returnPath(), { replace: true });
    return undefined;
  } catch (error) {
    if (error instanceof IdentityError && error.fault === 'code-needed') {
      await navigate(paths.signInCode, { replace: true });
      return undefined;
    }
    const outcome = signInError(error);
    return outcome.kind === 'failed' ? outcome.sentence : 'The sign-in with Google was cancelled.';
  }
}
