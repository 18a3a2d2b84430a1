import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { finishGoogle } from './finish-google.ts';
import { googlePopup, type GoogleEnd } from './google-popup.ts';
import { hostedIdentity } from './identity.ts';
import { signInError, type FormOutcome } from './sign-in-errors.ts';

/** A sign-in with Google up to its outcome; 'leaving' when there is none for this page. */
type Way = (signal: AbortSignal) => Promise<GoogleEnd | 'leaving'>;

/** The sign-in with Google behind its button, and where a hosted service comes back to the page that left for it. */
export function useGoogle({ isHosted }: { isHosted: boolean }) {
  const navigate = useNavigate();
  const attempt = useRef<AbortController>(undefined);
  const [entering, setEntering] = useState(false);
  const [sentence, setSentence] = useState<string>();

  async function signIn(way: Way): Promise<void> {
    attempt.current?.abort();
    const { signal } = (attempt.current = new AbortController());
    const tell = (outcome: FormOutcome) =>
      signal.aborted || setSentence(outcome.kind === 'failed' ? outcome.sentence : undefined);
    try {
      const end = await way(signal);
      if (end === 'leaving' || signal.aborted) return;
      setEntering(true);
      tell(await finishGoogle(end, navigate));
    } catch (error) {
      tell(signInError(error));
    } finally {
      setEntering(false);
    }
  }

  const comeBack = useEffectEvent(() => void signIn(hostedReturn));
  useEffect(() => {
    if (isHosted) comeBack();
    return () => attempt.current?.abort();
  }, [isHosted]);
  return {
    entering,
    sentence,
    /** Called in the click itself: after an `await` the browser would block the popup. */
    begin: () => void signIn(isHosted ? hostedPopup : googlePopup),
  };
}

const hostedPopup: Way = async () => {
  const hosted = await hostedIdentity();
  return hosted?.signInWithGoogle() ?? 'leaving';
};

/** Also loads the service before somebody clicks. */
const hostedReturn: Way = async () => {
  const hosted = await hostedIdentity().catch(() => undefined);
  return (await hosted?.googleReturn()) ?? 'leaving';
};
