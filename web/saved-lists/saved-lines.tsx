import { useEffect, useState } from 'react';
import type { SavedLine } from '#contract/saved-lists.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/paths.ts';
import { grouped } from '#web/parts/list/counts.ts';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { FitLine } from '#web/vehicle/fit-line.tsx';

/** Lines that a list opens with; the others follow at a press. */
const firstLines = 10;

/** The lines of a saved list as they were saved, each with whether its part fits. */
export function SavedLines({ id, name }: { id: string; name: string }) {
  const { lines, retry } = useSavedLines(id);
  const [isWhole, showWhole] = useState(false);
  if (lines === 'loading') return <span role="status">Loading…</span>;
  if (lines === 'failed')
    return (
      <span role="status" className="flex flex-wrap items-center gap-3">
        The lines are not available right now.
        <Button small onClick={retry}>
          Retry
        </Button>
      </span>
    );
  const shown = isWhole ? lines : lines.slice(0, firstLines);
  const more = lines.length - shown.length;
  return (
    <div className="w-full text-start">
      <ul aria-label={`Lines of ${name}`} className="divide-base-300 divide-y">
        {/* A list may name a part twice: only its place tells a line. */}
        {shown.map((line, at) => (
          <Line key={`${at} ${line.number}`} line={line} />
        ))}
      </ul>
      {more > 0 && (
        <Button small look="quiet" className="-ms-3" onClick={() => showWhole(true)}>
          {`Show ${more} more ${more === 1 ? 'line' : 'lines'}`}
        </Button>
      )}
    </div>
  );
}

function Line({ line: { number, quantity, meant } }: { line: SavedLine }) {
  return (
    <li className="flex items-start justify-between gap-4 py-2">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        {meant === null ? (
          <p>
            <b className="figures">{number}</b> <span className="quiet">names no part</span>
          </p>
        ) : (
          <>
            <Link
              to={paths.part({ _id: meant.productId, name: meant.productName })}
              className="hover:underline"
            >
              {meant.productName}
            </Link>{' '}
            <span className="quiet figures">{number}</span>
            <FitLine partId={meant.productId} />
          </>
        )}
      </div>
      {quantity !== null && (
        <span className="figures flex-none">
          {`${grouped(quantity)} ${quantity === 1 ? 'piece' : 'pieces'}`}
        </span>
      )}
    </li>
  );
}

function useSavedLines(id: string) {
  const [lines, setLines] = useState<readonly SavedLine[] | 'loading' | 'failed'>('loading');
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let left = false;
    const show = (loaded: readonly SavedLine[] | 'failed') => {
      if (!left) setLines(loaded);
    };
    call('getSavedList', { params: { id } }).then(
      (list) => show(list.lines),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        show('failed');
      },
    );
    return () => void (left = true);
  }, [id, tries]);
  const retry = () => {
    setLines('loading');
    setTries((before) => before + 1);
  };
  return { lines, retry };
}
