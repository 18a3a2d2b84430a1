import type { ComponentProps, ReactNode } from 'react';
import { useLocation } from 'react-router';
import { formatDollars } from '#contract/money.ts';
import { download, type FileCall } from '#web/api/call.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { DownloadButton } from '#web/ui/download-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { firstRowOf, Paging } from '#web/ui/paging.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { NothingFound } from '#web/ui/nothing-found.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { GoneRowNote, type StepNote } from '#web/ui/step-note.tsx';
import { ListForm } from './list-form.tsx';
import type { CountedList, LoadedList } from './list-loader.ts';

/** What the rows of a list are called, and what it says when it has none to show. */
interface ListWords {
  readonly row: string;
  readonly rows: string;
  readonly none: string;
}

interface AdminListProps<Row> {
  title: string;
  words: ListWords;
  loaded: LoadedList<Row>;
  form?: ComponentProps<typeof ListForm> | undefined;
  /** Answers what the address filters as a file, all pages of it. */
  file?: FileCall | undefined;
  /** Beside the heading. */
  ways?: ReactNode;
  /** Between the heading and the form. */
  intro?: ReactNode;
  /** Between the form and the list. */
  above?: ReactNode;
  /** In place of `words.none`. */
  none?: ReactNode;
  keyOf: (row: Row) => string;
  /** Why a step was refused on a row that is no longer here; the others say it themselves. */
  note?: StepNote | undefined;
  /** `from` is the number of the first row. */
  children: (rows: readonly Row[], from: number) => ReactNode;
}

/** A long list, of the admin's or of a customer's own orders: its heading with what it comes to in all, its form, and one page of it or which of the four other states it is in. */
export function AdminList<Row>(props: AdminListProps<Row>) {
  const { search } = useLocation();
  const { words, loaded, file } = props;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <PageTitle>{props.title}</PageTitle>
        <p role="status" className="quiet figures">
          <CountLoaded count={loaded.count}>{(all) => inAll(all, words)}</CountLoaded>
        </p>
        <div className="ms-auto flex flex-wrap items-center gap-3">
          {file && <FileButton file={file} wanted={loaded.wanted} rows={words.rows} />}
          {props.ways}
        </div>
      </div>
      {props.intro}
      {props.form && <ListForm {...props.form} />}
      {props.above}
      <div className="mt-4">
        <WhenLoaded
          key={search}
          data={loaded.list}
          waiting={<SkeletonRows />}
          failed={<Failed>{`The ${words.rows} are not available right now.`}</Failed>}
        >
          {(page) => <PageOfList {...props} page={page} />}
        </WhenLoaded>
      </div>
    </>
  );
}

function PageOfList<Row>({
  page: { rows, next },
  ...props
}: AdminListProps<Row> & { page: { rows: readonly Row[]; next: string | undefined } }) {
  const { search } = useLocation();
  const { words, note, keyOf } = props;
  return (
    <>
      <GoneRowNote note={note} rowIds={rows.map(keyOf)} />
      {rows.length === 0 ? (
        <Nothing words={words} none={props.none} hasNext={next !== undefined} />
      ) : (
        props.children(rows, firstRowOf(search))
      )}
      <Paging
        label={`Pages of ${words.rows}`}
        rows={rows.length}
        next={next}
        of={<CountLoaded count={props.loaded.count}>{(all) => ` of ${countOf(all)}`}</CountLoaded>}
      />
    </>
  );
}

function CountLoaded(props: {
  count: LoadedList<unknown>['count'];
  children: (all: CountedList) => ReactNode;
}) {
  const { search } = useLocation();
  return (
    <WhenLoaded key={search} data={props.count} waiting={null} failed={null}>
      {(all) => all && props.children(all)}
    </WhenLoaded>
  );
}

/** As in '106' and '10,000+'. */
function countOf({ count, more }: CountedList): string {
  return more ? `${count.toLocaleString('en')}+` : String(count);
}

/** As in '106 orders, $1114370.00'. */
function inAll({ total = null, ...counted }: CountedList, words: ListWords): string {
  const rows = `${countOf(counted)} ${counted.count === 1 ? words.row : words.rows}`;
  return total === null ? rows : `${rows}, ${formatDollars(total)}`;
}

function FileButton(props: {
  file: FileCall;
  wanted: LoadedList<unknown>['wanted'];
  rows: string;
}) {
  const { file, wanted, rows } = props;
  return (
    <DownloadButton
      small
      fetchFile={async () => ({
        name: `underhood-${rows}-${new Date().toISOString().slice(0, 10)}.csv`,
        file: await download(file, wanted),
      })}
      said={{ done: (name) => `Saved as ${name}.`, failed: 'There is no file.' }}
    >
      <Icon name="download" className="size-4" />
      CSV
      <span className="sr-only">{` of these ${rows}`}</span>
    </DownloadButton>
  );
}

function Nothing(props: { words: ListWords; none: ReactNode; hasNext: boolean }) {
  const { words, none, hasNext } = props;
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  // A search that looks through thousands of rows for each page.
  if (hasNext)
    return <Empty>{`No ${words.row} of these fits. Older ones are on the next page.`}</Empty>;
  if (query.has('cursor')) return <Empty>{`There are no further ${words.rows}.`}</Empty>;
  if (query.size === 0) return none ?? <Empty>{words.none}</Empty>;
  return (
    <NothingFound action={<ButtonLink to={pathname}>{`Show all ${words.rows}`}</ButtonLink>}>
      {`No ${words.row} fits this search.`}
    </NothingFound>
  );
}
