import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { minuteMs } from '#contract/durations.ts';
import { holdWords } from '#contract/hold-rules.ts';
import type { HoldPreview } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/paths.ts';

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
  // Two lines high from the start, so that the form does not move when the text appears.
  return (
    <p className="figures min-h-10 text-sm max-sm:min-h-15">
      {hold !== undefined && <HoldSentence hold={hold} />}
    </p>
  );
}

function HoldSentence({ hold: { minutes, unpaid, mostUnpaid, longer } }: { hold: HoldPreview }) {
  if (unpaid >= mostUnpaid)
    return (
      <span className="text-warning font-semibold">
        {`You have ${unpaid} unpaid orders, the most at a time. Pay or cancel one in `}
        <Link to={paths.myOrders} className="underline">
          {texts.myOrders}
        </Link>
        {' before you order again.'}
      </span>
    );
  return (
    <span className="quiet">
      {'Until you pay, the pieces are held for you for '}
      <strong className="text-base-content font-semibold whitespace-nowrap">
        {holdWords(minutes * minuteMs)}
      </strong>
      {`${longer === null ? '' : longerWords(longer)}.`}
    </span>
  );
}

function longerWords({ by, minutes }: NonNullable<HoldPreview['longer']>): string {
  const time = holdWords(minutes * minuteMs);
  return by === 'confirming'
    ? `; with a confirmed e-mail address, for ${time}`
    : `; after a first paid order, for ${time}`;
}
