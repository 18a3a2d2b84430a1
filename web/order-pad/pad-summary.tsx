import type { ReactNode } from 'react';
import { formatDollars } from '#contract/money.ts';
import { grouped } from '#web/parts/list/counts.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { linesInWords } from './added-words.ts';
import type { PadRow, PadSum } from './pad-rows.ts';
import { lineId } from './pad-table.tsx';

/** Faults that are named; the others are behind 'and … more'. */
const few = 5;

/** What the list comes to, what stands in the way, and the way on. `children`: how it is placed. */
export function PadSummary(props: { rows: readonly PadRow[]; sum: PadSum; children: ReactNode }) {
  const { rows, sum } = props;
  return (
    <aside
      aria-label="Summary"
      className="rounded-box border-base-300 bg-base-100 self-start border p-6 lg:sticky lg:top-20"
    >
      {sum.faulty.length > 0 && <Faults faulty={sum.faulty} />}
      <dl className="figures grid grid-cols-[1fr_auto] gap-2 text-[0.9375rem]">
        <dt className="quiet">Lines that can be ordered</dt>
        <dd className="text-end">{`${sum.lines} of ${rows.length}`}</dd>
        <dt className="quiet">Pieces</dt>
        <dd className="text-end">{grouped(sum.pieces)}</dd>
        {sum.saved > 0 && (
          <>
            <dt className="quiet">Saved by quantity</dt>
            <dd className="text-success text-end">{formatDollars(sum.saved)}</dd>
          </>
        )}
      </dl>
      <hr className="border-base-300 my-4" />
      <dl className="figures flex flex-wrap items-baseline justify-between gap-2">
        <dt className="font-semibold">{`Total of ${linesInWords(sum.lines)}`}</dt>
        <dd className="min-w-0 text-xl font-semibold [overflow-wrap:anywhere]">
          {formatDollars(sum.total)}
        </dd>
      </dl>
      <div className="mt-4 flex flex-col gap-2">
        {sum.faulty.length > 0 && <FixButton faulty={sum.faulty} className="min-h-13 w-full" />}
        {props.children}
      </div>
    </aside>
  );
}

function Faults({ faulty }: { faulty: readonly PadRow[] }) {
  return (
    <div className="border-base-300 mb-4 flex gap-2.5 border-b pb-4">
      <Icon name="alert" className="text-error size-5" />
      <div className="min-w-0">
        <h2 className="text-base">{needInWords(faulty.length)}</h2>
        <ul className="mt-1.5 text-sm">
          {faulty.slice(0, few).map(({ key, place, fault }) => (
            <li key={key}>
              <a
                href={`#${lineId(key)}`}
                onClick={toLine(key)}
                className="flex min-h-6 gap-2 py-1 hover:underline"
              >
                <b className="figures">{place}</b> <span className="quiet">{fault}</span>
              </a>
            </li>
          ))}
        </ul>
        {faulty.length > few && (
          <p className="quiet text-sm">{`and ${faulty.length - few} more`}</p>
        )}
      </div>
    </div>
  );
}

/** Leads to the first line that needs somebody. */
function FixButton({ faulty, className }: { faulty: readonly PadRow[]; className: string }) {
  const [first] = faulty;
  if (first === undefined) return null;
  const words = faulty.length === 1 ? 'Fix 1 line' : `Fix ${faulty.length} lines`;
  return (
    <Button look="signal" className={className} onClick={toLine(first.key)}>
      {words}
    </Button>
  );
}

/** The sum at the lower edge of a small window, and the way to what is next. */
export function PadDock(props: { rows: readonly PadRow[]; sum: PadSum; children: ReactNode }) {
  const { rows, sum } = props;
  return (
    <div className="order-dock bg-base-100 border-base-300 sticky bottom-0 z-20 mt-10 border-t lg:hidden">
      <div className="page-column flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
        <p className="figures leading-tight">
          <span className="block text-lg font-semibold">{formatDollars(sum.total)}</span>
          <span className="quiet block text-sm">{`${sum.lines} of ${linesInWords(rows.length)}`}</span>
        </p>
        {sum.faulty.length > 0 ? (
          <FixButton faulty={sum.faulty} className="min-h-12 flex-1" />
        ) : (
          props.children
        )}
      </div>
    </div>
  );
}

/** Focuses what can be done about a line. */
function toLine(key: string) {
  return (event: { preventDefault: () => void }) => {
    event.preventDefault();
    const line = document.getElementById(lineId(key));
    line?.scrollIntoView({ block: 'center' });
    line?.querySelector<HTMLElement>('.pad-part button, input')?.focus({ preventScroll: true });
  };
}

function needInWords(count: number): string {
  return count === 1 ? '1 line needs you' : `${count} lines need you`;
}
