import { texts } from '#contract/texts.ts';
import { useSite } from '#web/api/site.ts';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydrated.ts';
import { useGoogle } from './use-google.ts';

/** The alternative sign-in option (Spec §2). Disabled only after the popup has ended, so a click can start over. */
export function GoogleSignIn() {
  const site = useSite();
  const hydrated = useHydrated();
  const isHosted = site?.identity.provider === 'firebase';
  const { begin, entering, sentence } = useGoogle({ isHosted });
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
      {sentence !== undefined && <p className="text-error mt-3 font-semibold">{sentence}</p>}
      {site.mode === 'demo' && !isHosted && (
        <p className="quiet mt-3 text-sm">
          In this demo a sandbox stands in for Google: no Google account is needed.
        </p>
      )}
    </div>
  );
}

/** A letter in a ring instead of Google's logo. */
function GoogleMark() {
  return (
    <span
      aria-hidden="true"
      className="grid size-6 place-items-center rounded-full border border-current text-sm font-semibold"
    >
      G
    </span>
  );
}
