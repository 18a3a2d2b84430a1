import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import type { ListedSession } from '#contract/identity.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { Outcome } from '#web/ui/form-end.tsx';
import { momentOf } from '#web/ui/moment.ts';
import { Section } from '#web/users/section.tsx';
import type { SecurityOutcome } from './security-steps.ts';

/** The browsers that are signed in, with buttons to sign out one or all. */
export function SessionsSection({ sessions }: { sessions: readonly ListedSession[] }) {
  const fetcher = useFetcher<SecurityOutcome>();
  const list = useRef<HTMLUListElement>(null);
  const [asking, setAsking] = useState(false);
  const pending = fetcher.state !== 'idle';
  const outcome = pending ? undefined : fetcher.data;
  useEffect(() => {
    if (outcome !== undefined) setAsking(false);
    // The button that was pressed is gone with its row.
    if (outcome?.kind === 'done') list.current?.focus();
  }, [outcome]);
  const end = ({ id, browser }: ListedSession) =>
    void fetcher.submit({ step: 'endSession', id, browser }, { method: 'post' });
  return (
    <Section id="sessions" title="Where you are signed in">
      <ul ref={list} tabIndex={-1} aria-label="Browsers" className="divide-base-300 divide-y">
        {sessions.map((session) => (
          <li
            key={session.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0"
          >
            <SessionLine session={session} />
            {!session.here && (
              <Button small disabled={pending} onClick={() => end(session)}>
                Sign out
                <span className="sr-only">{`: ${session.browser}`}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="border-base-300 flex flex-wrap items-center gap-x-5 gap-y-3 border-t pt-4">
        <Button className="max-sm:w-full" disabled={pending} onClick={() => setAsking(true)}>
          Sign out everywhere
        </Button>
        <Outcome outcome={outcome} />
      </div>
      <Confirm
        open={asking}
        title="Sign out everywhere"
        question="Every browser is signed out at once, this one too. Do you want that?"
        pending={pending}
        onYes={() => void fetcher.submit({ step: 'endSessions' }, { method: 'post' })}
        onNo={() => setAsking(false)}
      />
    </Section>
  );
}

function SessionLine({ session: { here, since, lastSeen, browser } }: { session: ListedSession }) {
  return (
    <div>
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {browser}
        {here && <Badge tone="good">This browser</Badge>}
      </p>
      <p className="quiet text-sm">{`Signed in on ${momentOf(since)}${here ? '' : `, last seen on ${momentOf(lastSeen, 'day')}`}`}</p>
    </div>
  );
}
