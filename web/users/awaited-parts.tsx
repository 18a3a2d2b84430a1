import { useState } from 'react';
import type { StockAlert } from '#contract/stock-alerts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { forgetWhenBack, useOwnAlerts } from '#web/parts/own-alerts.ts';
import { paths } from '#web/paths.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import { focusHeadingIfLost } from '#web/ui/use-step.ts';
import { Section } from './section.tsx';

/** The parts whose return the customer waits for, as long as there are any. */
export function AwaitedParts({ email }: { email: string }) {
  const alerts = useOwnAlerts() ?? [];
  if (alerts.length === 0) return null;
  return (
    <Section id="awaited" title="Parts you wait for">
      <p>We write to you once when one of these can be ordered again, and then forget it.</p>
      <ul className="mt-2">
        {alerts.map((alert) => (
          <Awaited key={alert.partId} alert={alert} email={email} />
        ))}
      </ul>
    </Section>
  );
}

function Awaited({
  alert: { partId, name, partNumber },
  email,
}: {
  alert: StockAlert;
  email: string;
}) {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState('');
  async function forget() {
    setPending(true);
    try {
      await forgetWhenBack(email, partId);
      // After React has taken the row away.
      requestAnimationFrame(focusHeadingIfLost);
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      setError(failed.message);
      setPending(false);
    }
  }
  return (
    <li className="border-base-300 flex flex-wrap items-center gap-x-4 border-b py-1 last:border-b-0">
      <span className="min-w-0 grow [overflow-wrap:anywhere]">
        <TextLink to={paths.part({ _id: partId, name })}>{name}</TextLink>
        {partNumber !== null && <span className="quiet figures ms-2 text-sm">{partNumber}</span>}
      </span>
      <button
        type="button"
        className="link min-h-11"
        aria-label={`Forget it: no mail about ${name}`}
        disabled={pending}
        onClick={() => void forget()}
      >
        Forget it
      </button>
      <span role="alert" className="text-error w-full text-sm empty:hidden">
        {error}
      </span>
    </li>
  );
}
