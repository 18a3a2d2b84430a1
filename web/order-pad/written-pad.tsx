import { useEffect, useEffectEvent, useState, type ComponentProps } from 'react';
import { createPortal } from 'react-dom';
import type { WrittenLine } from '#contract/list-lines.ts';
import { keyOf, withLine } from '#web/order-list/list-model.ts';
import { changeLines } from '#web/order-list/order-list.ts';
import { paths } from '#web/paths.ts';
import { useSession } from '#web/session/session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Failed } from '#web/ui/states.tsx';
import { PadDock, PadSummary } from './pad-summary.tsx';
import { rowsOf, sumOf, type PadSum } from './pad-rows.ts';
import { lineId, PadTable } from './pad-table.tsx';
import { PlaceButton } from './place-button.tsx';
import { isSend, PlaceDialog } from './place-dialog.tsx';
import { useFound } from './use-found.ts';

/** Where the page has room for a list that is not empty. */
export interface PadPlaces {
  readonly table: Element;
  readonly summary: Element;
  readonly dock: Element;
}

/** A list with lines: checked line by line, summed up and ordered. It stands in three places of the page. */
export function WrittenPad(props: {
  lines: readonly WrittenLine[];
  places: PadPlaces;
  /** What has the focus when the last line is gone. */
  entry: () => HTMLInputElement | null;
}) {
  const { lines, places, entry } = props;
  const { known, failure, retry, askAnew } = useFound(lines);
  const rows = rowsOf(lines, known);
  const sum = sumOf(rows);
  const look = sum.faulty.length > 0 ? ('plain' as const) : ('signal' as const);
  const placing = usePlacing(sum);
  const way = <WayOn sum={sum} lines={rows.length} look={look} onPlace={placing.begin} />;
  const change = (key: string, to?: Partial<WrittenLine>) => {
    if (to === undefined) focusBeside(key, entry());
    else stayInLine(key, to);
    changeLines((all) => withLine(all, key, to));
  };
  return (
    <>
      {createPortal(
        <>
          {failure !== undefined && (
            <Failed onRetry={retry}>{`${failure} The list is kept.`}</Failed>
          )}
          <PadTable rows={rows} onChange={change} />
        </>,
        places.table,
      )}
      {createPortal(
        <PadSummary rows={rows} sum={sum}>
          {way}
        </PadSummary>,
        places.summary,
      )}
      {createPortal(
        <PadDock rows={rows} sum={sum}>
          {way}
        </PadDock>,
        places.dock,
      )}
      {placing.open && (
        <PlaceDialog
          rows={rows}
          sum={sum}
          onStale={askAnew}
          onClose={placing.end}
          {...placing.sent}
        />
      )}
    </>
  );
}

/** Whether the dialog that orders the list is open: its button opens it, or Ctrl and Enter anywhere on the page. */
function usePlacing(sum: PadSum) {
  const [open, setOpen] = useState(false);
  const [isSent, setSent] = useState(false);
  const session = useSession();
  const mayPlace = session !== undefined && sum.lines > 0 && !sum.waiting;
  // One listener for all the time: one that is added when the list can be ordered comes after the button that says so.
  const send = useEffectEvent((event: KeyboardEvent) => {
    if (!mayPlace || open || !isSend(event)) return;
    event.preventDefault();
    setOpen(true);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => send(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return {
    // A line that comes from another device meanwhile does not take away what is on its way.
    open: open && (mayPlace || isSent),
    sent: { isSent, onSent: setSent },
    begin: () => setOpen(true),
    end: () => setOpen(false),
  };
}

/** How the list is placed: guests sign in first, and come back with it. */
function WayOn({ look, ...props }: ComponentProps<typeof PlaceButton>) {
  const session = useSession();
  if (session !== undefined) return <PlaceButton look={look} {...props} />;
  return (
    <ButtonLink to={paths.login} look={look} className="min-h-12 flex-1">
      Sign in to place it
    </ButtonLink>
  );
}

/** Before a line goes, the focus moves to the next one, or back to the entry. */
function focusBeside(key: string, entry: HTMLInputElement | null): void {
  const line = document.getElementById(lineId(key));
  if (!line?.contains(document.activeElement)) return;
  const beside = line.nextElementSibling ?? line.previousElementSibling;
  (beside?.querySelector<HTMLElement>('.pad-remove button') ?? entry)?.focus();
}

/** When the button that changed a line is not there any more, the focus goes to the line's pieces. A line with another number is another row. */
function stayInLine(key: string, { number, productId }: Partial<WrittenLine>): void {
  if (!document.getElementById(lineId(key))?.contains(document.activeElement)) return;
  const next = number === undefined ? key : keyOf({ number, productId });
  // After React has drawn the line anew.
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const line = document.getElementById(lineId(next));
    line?.querySelector<HTMLInputElement>('.pad-pieces input')?.focus();
  });
}
