import { useEffect, useState } from 'react';
import { dayAndTime } from '#web/ui/day-and-time.ts';
import { inPieces } from '#web/ui/in-pieces.ts';

/** Until when an unpaid order holds its pieces, in a sentence; updates itself when the hold ends. */
export function HeldUntil({ until, pieces }: { until: string; pieces?: number }) {
  const isOver = useIsOver(until);
  const its = pieces === undefined ? 'The pieces' : inPieces(pieces);
  const [are, were] = pieces === 1 ? ['is', 'was'] : ['are', 'were'];
  return (
    <>
      {`${its} ${isOver ? were : are} held until `}
      <When moment={until} />
      {isOver
        ? '. The order is about to be cancelled, unless a payment is under way.'
        : '. An order that is not paid by then is cancelled.'}
    </>
  );
}

/** The same in three words, for a row of a table. */
export function HeldInShort({ until }: { until: string }) {
  return (
    <>
      {useIsOver(until) ? 'Hold ended ' : 'Held until '}
      <When moment={until} />
    </>
  );
}

function When({ moment }: { moment: string }) {
  return (
    <time dateTime={moment} className="unbroken font-semibold">
      {dayAndTime(moment)}
    </time>
  );
}

/** The longest delay of a browser's timer. */
const longestTimerMs = 2 ** 31 - 1;

/** Whether a moment is over; renders again when it is. */
function useIsOver(moment: string): boolean {
  const [isOver, setIsOver] = useState(() => leftOf(moment) <= 0);
  useEffect(() => {
    const look = () => setIsOver(leftOf(moment) <= 0);
    look();
    // A timer may fire a little early.
    const timer = setTimeout(look, Math.min(Math.max(0, leftOf(moment)) + 100, longestTimerMs));
    return () => clearTimeout(timer);
  }, [moment]);
  return isOver;
}

function leftOf(moment: string): number {
  return Date.parse(moment) - Date.now();
}
