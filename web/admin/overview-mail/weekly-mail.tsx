import { useEffect, useId, useState } from 'react';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useDashboardUser } from '#web/dashboard/dashboard-user.ts';
import { Outcome } from '#web/ui/form-end.tsx';
import { Failed } from '#web/ui/states.tsx';
import { failureOf } from '#web/ui/take-step.ts';

/** A switch by which an admin gets the figures of each week by mail, or no more; asks for itself, and keeps what is chosen at once. */
export function WeeklyMail() {
  const { email } = useDashboardUser();
  const [wanted, setWanted] = useState<boolean | 'unknown'>();
  const [round, setRound] = useState(0);
  const [outcome, setOutcome] = useState<{ kind: string; sentence: string }>();
  const [pending, setPending] = useState(false);
  const id = useId();
  useEffect(() => {
    const left = new AbortController();
    void call('getWeeklyFigures', {}, { signal: left.signal }).then(
      (found) => setWanted(found.wanted),
      () => left.signal.aborted || setWanted('unknown'),
    );
    return () => left.abort();
  }, [round]);

  async function choose(next: boolean): Promise<void> {
    if (pending) return;
    setPending(true);
    setOutcome(undefined);
    setWanted(next);
    try {
      await call('setWeeklyFigures', { body: { wanted: next } });
      const sentence = next ? 'You get it from next Monday on.' : 'You get no more of these mails.';
      setOutcome({ kind: 'done', sentence });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setWanted(!next);
      setOutcome({ kind: 'failed', sentence: failureOf(error, 'Not changed.') });
    } finally {
      setPending(false);
    }
  }

  return (
    <section aria-labelledby={id} className="no-print mt-10">
      <h2 id={id} className="mb-3 text-lg">
        By mail
      </h2>
      {wanted === 'unknown' ? (
        <Failed
          onRetry={() => {
            setWanted(undefined);
            setRound(round + 1);
          }}
        >
          Whether you get these figures by mail is not known right now.
        </Failed>
      ) : (
        <>
          <label className="flex min-h-11 max-w-2xl items-center gap-3">
            <input
              type="checkbox"
              className="size-5 flex-none"
              disabled={wanted === undefined}
              checked={wanted === true}
              onChange={({ target }) => void choose(target.checked)}
            />
            <span className="[overflow-wrap:anywhere]">
              {`Each Monday, mail me the week before: ${email}`}
            </span>
          </label>
          <Outcome outcome={outcome} />
        </>
      )}
    </section>
  );
}
