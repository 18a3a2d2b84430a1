import { useEffect, useState, type ReactNode } from 'react';
import { minuteMs } from '#contract/durations.ts';
import { holdWords } from '#contract/hold-rules.ts';
import type { HoldPreview } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/paths.ts';
import { Link } from '#web/ui/link.tsx';

/**
 * What an order placed now by the signed-in customer would hold; loaded again when `placed` changes. Undefined while it is
 * not known: the form works without it.
 */
export function useHold(placed: unknown): HoldPreview | undefined {
  const [hold, setHold] = useState<HoldPreview>();
  useEffect(() => {
    const leaving = new AbortController();
    call('getHold', {}, { signal: leaving.signal }).then(setHold, () => undefined);
    return () => leaving.abort();
  }, [placed]);
  return hold;
}

/** Says on the order form, before the click, how long the pieces will be held, or that there are too many unpaid orders. */
export function HoldLine({ hold }: { hold: HoldPreview | undefined }) {
  return <Line>{hold !== undefined && <HoldSentence hold={hold} />}</Line>;
}

function HoldSentence({ hold: { minutes, unpaid, mostUnpaid, longer } }: { hold: HoldPreview }) {
  if (unpaid >= mostUnpaid)
    return <Full>{`You have ${unpaid} unpaid orders, the most at a time.`}</Full>;
  return <Held minutes={minutes}>{longer !== null && longerWords(longer)}</Held>;
}

/** The same before a list of so many lines is ordered, of which there may be others than single orders. */
export function ListHoldLine({ hold, lines }: { hold: HoldPreview | undefined; lines: number }) {
  return <Line>{hold !== undefined && <ListHoldSentence hold={hold} lines={lines} />}</Line>;
}

function ListHoldSentence({ hold, lines }: { hold: HoldPreview; lines: number }) {
  const { minutes, unpaid, mostLines } = hold.list;
  const isFull = mostLines === null ? unpaid >= hold.mostUnpaid : unpaid + lines > mostLines;
  if (!isFull) return <Held minutes={minutes} />;
  if (mostLines === null)
    return <Full>{`You have ${unpaid} unpaid orders and lists, the most at a time.`}</Full>;
  const first = `Until a first order is paid, ${mostLines} lines can be unpaid at a time`;
  if (lines <= mostLines) return <Full>{`${first}, and you have ${unpaid} already.`}</Full>;
  return (
    <span className="text-warning font-semibold">
      {`${first}, and this list has ${lines}. Order and pay a part of it first.`}
    </span>
  );
}

// Two lines high from the start, so that the form does not move when the text appears.
function Line({ children }: { children: ReactNode }) {
  return <p className="figures min-h-10 text-sm max-sm:min-h-15">{children}</p>;
}

function Full({ children }: { children: string }) {
  return (
    <span className="text-warning font-semibold">
      {`${children} Pay or cancel one in `}
      <Link to={paths.myOrders} className="underline">
        {texts.myOrders}
      </Link>
      {' before you order again.'}
    </span>
  );
}

function Held({ minutes, children }: { minutes: number; children?: ReactNode }) {
  return (
    <span className="quiet">
      {'Until you pay, the pieces are held for you for '}
      <strong className="text-base-content font-semibold whitespace-nowrap">
        {holdWords(minutes * minuteMs)}
      </strong>
      {children}
      {'.'}
    </span>
  );
}

function longerWords({ by, minutes }: NonNullable<HoldPreview['longer']>): string {
  const time = holdWords(minutes * minuteMs);
  return by === 'confirming'
    ? `; with a confirmed e-mail address, for ${time}`
    : `; after a first paid order, for ${time}`;
}
