import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { Page } from '#contract/api.ts';
import type { Deferred } from '#web/api/defer.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { firstRowOf, Paging } from '#web/ui/paging.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Empty, Failed, NothingFound } from '#web/ui/states.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import type { StepNote } from '#web/ui/step-note.tsx';

/** What a list says when it has no rows to show. */
interface ListWords {
  /** What the rows are, as in 'There are no further orders.' */
  readonly rows: string;
  readonly none: string;
  readonly nothing: string;
}

/** One page of an admin's list: its rows, or which of the four other states it is in, and the way to the next page. */
export function AdminList<Row>(props: {
  readonly page: Deferred<Page<readonly Row[]>>;
  readonly words: ListWords;
  readonly keyOf: (row: Row) => string;
  /** Why a step was refused on a row that is no longer here; the others say it themselves. */
  readonly note?: StepNote | undefined;
  /** `from` is the number of the first row. */
  readonly children: (rows: readonly Row[], from: number) => ReactNode;
}) {
  const { search } = useLocation();
  const { words, note, keyOf } = props;
  return (
    <div className="mt-6">
      <WhenLoaded
        key={search}
        data={props.page}
        waiting={<SkeletonRows />}
        failed={<Failed>{`The ${words.rows} are not available right now.`}</Failed>}
      >
        {({ rows, next }) => (
          <>
            <p role="status" className="text-error font-semibold [&:not(:empty)]:mb-4">
              {note !== undefined &&
                !rows.some((row) => keyOf(row) === note.rowId) &&
                note.sentence}
            </p>
            {rows.length === 0 ? (
              <Nothing words={words} />
            ) : (
              props.children(rows, firstRowOf(search))
            )}
            <Paging label={`Pages of ${words.rows}`} rows={rows.length} next={next} />
          </>
        )}
      </WhenLoaded>
    </div>
  );
}

function Nothing({ words }: { readonly words: ListWords }) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  if (query.has('cursor')) return <Empty>{`There are no further ${words.rows}.`}</Empty>;
  if (query.size === 0) return <Empty>{words.none}</Empty>;
  return (
    <NothingFound action={<ButtonLink to={pathname}>{`Show all ${words.rows}`}</ButtonLink>}>
      {words.nothing}
    </NothingFound>
  );
}
