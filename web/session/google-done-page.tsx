import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { privateMeta } from '#web/meta.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { finishGoogle } from './finish-google.ts';
import { googleChannel, googleEndOf, type GoogleEnd } from './google-popup.ts';

export const meta = () => privateMeta('Sign-in with Google');

/** Last page of the sign-in with Google: in a popup it reports to the page that opened it, and closes; else it signs in itself. */
export default function GoogleDonePage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const end = googleEndOf(search.get('error'));
  const nonce = search.get('nonce');
  const inPopup = search.get('mode') === 'popup' && nonce !== null;
  const [sentence, setSentence] = useState<string>();
  useEffect(() => {
    if (inPopup) tellOpener(nonce, end);
    else
      void finishGoogle(end, navigate).then((outcome) => {
        if (outcome.kind === 'failed') setSentence(outcome.sentence);
        if (end === 'access_denied') setSentence('The sign-in with Google was cancelled.');
      });
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
