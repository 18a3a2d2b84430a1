import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { texts } from '#contract/texts.ts';
import { useSite } from '#web/api/site.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydrated.ts';
import { identity } from './embedded-identity.ts';
import { IdentityError } from './identity.ts';
import { signInError } from './sign-in-errors.ts';
import { returnPath } from './return-path.ts';
import { startSession } from './session.ts';

/** The alternative sign-in option (Spec §2). The button rests only while the shop is told; a new click begins a new sign-in. */
export function GoogleSignIn() {
  const site = useSite();
  const hydrated = useHydrated();
  const { begin, entering, sentence } = useGoogle();
  if (site?.google !== true) return null;
  return (
    <div className="mt-6">
      <p className="quiet before:bg-base-300 after:bg-base-300 flex items-center gap-4 text-sm before:h-px before:grow after:h-px after:grow">
        or
      </p>
      <Button className="mt-6 w-full" disabled={!hydrated || entering} onClick={begin}>
        <GoogleMark />
        {texts.continueWith} {texts.google}
      </Button>
      {sentence !== undefined && <p className="text-error mt-3 font-medium">{sentence}</p>}
      {site.mode === 'demo' && (
        <p className="quiet mt-3 text-sm">
          In this demo a sandbox stands in for Google: no Google account is needed.
        </p>
      )}
    </div>
  );
}

function useGoogle() {
  const navigate = useNavigate();
  const attempt = useRef<AbortController>(undefined);
  const [entering, setEntering] = useState(false);
  const [sentence, setSentence] = useState<string>();
  useEffect(() => () => attempt.current?.abort(), []);

  async function signIn(signal: AbortSignal): Promise<void> {
    try {
      const user = await identity.signInWithGoogle(signal);
      if (user === undefined) return;
      setEntering(true);
      await startSession(user);
      await navigate(returnPath(), { replace: true });
    } catch (error) {
      if (error instanceof IdentityError && error.fault === 'code-needed')
        return void navigate(paths.signInCode, { replace: true });
      const outcome = signInError(error);
      if (!signal.aborted) setSentence(outcome.kind === 'failed' ? outcome.sentence : undefined);
    } finally {
      setEntering(false);
    }
  }

  return {
    entering,
    sentence,
    /** In the click itself: whatever waits first loses the right to open a popup. */
    begin() {
      attempt.current?.abort();
      attempt.current = new AbortController();
      void signIn(attempt.current.signal);
    },
  };
}

/** A plain letter in a ring: the shop shows nobody else's logo. */
function GoogleMark() {
  return (
    <span
      aria-hidden="true"
      className="grid size-6 place-items-center rounded-full border border-current text-sm font-bold"
    >
      G
    </span>
  );
}
