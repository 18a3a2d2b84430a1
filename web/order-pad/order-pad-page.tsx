import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { ClientActionFunctionArgs, MetaFunction } from 'react-router';
import type { WrittenList } from '#contract/list-lines.ts';
import { hasVin } from '#contract/vin-rules.ts';
import { publicMeta } from '#web/meta.ts';
import { putAsideElsewhere, readAnew, useKeeping } from '#web/order-list/keep-list.ts';
import { withLines } from '#web/order-list/list-model.ts';
import { changeLines, currentLines, useLines } from '#web/order-list/order-list.ts';
import { paths } from '#web/paths.ts';
import { useSession } from '#web/session/session.ts';
import { ListLinks } from '#web/saved-lists/list-links.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydrated.ts';
import { late } from '#web/ui/late.ts';
import { NeedsScripts } from '#web/ui/needs-scripts.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Empty } from '#web/ui/states.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { addedInWords } from './added-words.ts';
import { EntryForm, listIn } from './entry-form.tsx';
import { KeepingTag } from './keeping-tag.tsx';
import { PasteBox } from './paste-box.tsx';
// Here, because what is loaded later has no styles (web/vite-chunks.ts).
import './pad-table.css';
import { vinRefused } from './vin-line.ts';
import { Ways } from './ways.tsx';
import { useFittingFirst } from '#web/vehicle/use-fitting-first.ts';

// A visitor begins with an empty list: what shows a list and orders it comes with the first line, or at once where there are some.
const loadWritten = () => import('./written-pad.tsx');
const WrittenPad = lazy(async () => ({ default: (await loadWritten()).WrittenPad }));
if (!import.meta.env.SSR && currentLines().length > 0) void loadWritten().catch(() => undefined);

const AgainStrip = late(async () => (await import('#web/order-again/again-strip.tsx')).AgainStrip);

export const meta: MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: 'Order pad',
    description: 'Order many parts at once: type, paste or drop a list of numbers and pieces.',
    path: paths.orderPad,
  });

/** One list of many parts: typed, pasted or read from a file, checked line by line. Everybody may write one. */
export default function OrderPadPage() {
  const hydrated = useHydrated();
  const lines = useLines();
  const number = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');
  const add = useCallback((list: WrittenList) => setSaid(addToList(list)), []);
  usePasteAnywhere(add);
  const { table, summary, dock, places } = usePlaces();
  return (
    <>
      <div className="page-column grid grid-cols-1 gap-x-6 gap-y-5 pt-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <div className="mb-3 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
            <PageTitle>Order pad</PageTitle>
            {hydrated && <KeepingTag />}
            {hydrated && <ListLinks lines={lines} />}
          </div>
          <NeedsScripts>
            The order pad needs scripts, which this browser does not run. Parts can be ordered one
            by one: <TextLink to={paths.parts}>All parts</TextLink>
          </NeedsScripts>
          <OrderedAgain />
          <Ways number={number} text={text} file={file} />
          <EntryForm number={number} onAdd={add} />
          <p className="quiet mt-1.5 text-sm max-lg:hidden">
            Number <kbd>Enter</kbd> pieces <kbd>Enter</kbd>, next line. Own, original-equipment,
            other brands’ and old numbers, in any spelling. <kbd>Ctrl</kbd> <kbd>Enter</kbd> orders
            the list.
          </p>
          <p role="status" className="mt-2 text-sm font-semibold empty:hidden">
            {said}
          </p>
          <div className="mt-4 flex flex-col gap-4">
            <ChangedElsewhere />
            <div ref={table} className="contents" />
            {lines.length === 0 && (
              // Only the browser knows whether there are lines. Until it says so, the room is kept.
              <div className={hydrated ? 'contents' : 'invisible'}>
                <NoLines />
              </div>
            )}
            {lines.length > 0 && places && (
              <Suspense fallback={<Spinner />}>
                <WrittenPad lines={lines} places={places} entry={() => number.current} />
              </Suspense>
            )}
          </div>
          <PasteBox text={text} file={file} onAdd={add} />
        </div>
        <div ref={summary} className="contents" />
      </div>
      <div ref={dock} className="contents" />
    </>
  );
}

/** The places of what stands on the page only with a list that is not empty. */
function usePlaces() {
  const [table, setTable] = useState<Element | null>(null);
  const [summary, setSummary] = useState<Element | null>(null);
  const [dock, setDock] = useState<Element | null>(null);
  const places = table && summary && dock ? { table, summary, dock } : undefined;
  return { table: setTable, summary: setSummary, dock: setDock, places };
}

/** What was ordered again is told to customers. */
function OrderedAgain() {
  return (
    useSession() !== undefined && (
      <Suspense>
        <AgainStrip />
      </Suspense>
    )
  );
}

/** Orders the list; then it is paid on another page. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  const { submitList } = await import('./submit-list.ts');
  return submitList(await request.formData());
}

/** What came from another device was merged with what is here. */
function ChangedElsewhere() {
  const { elsewhere } = useKeeping();
  useEffect(() => {
    const comeBack = () => document.visibilityState === 'visible' && readAnew();
    readAnew();
    document.addEventListener('visibilitychange', comeBack);
    return () => document.removeEventListener('visibilitychange', comeBack);
  }, []);
  return (
    <div role="status" className="empty:hidden">
      {elsewhere && (
        <Notice>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p>This list was changed on another device. It has the lines of both now.</p>
            <Button
              small
              onClick={() => {
                // The pressed button goes with the notice. Without use-step.ts, which pages that are not this one would load, too.
                document.querySelector<HTMLElement>('main h1')?.focus();
                putAsideElsewhere();
              }}
            >
              All right
            </Button>
          </div>
        </Notice>
      )}
    </div>
  );
}

function NoLines() {
  const fittingFirst = useFittingFirst();
  return (
    <Empty action={<ButtonLink to={fittingFirst(paths.parts)}>Browse all parts</ButtonLink>}>
      No lines yet. Type a number, or paste a list from a spreadsheet.
    </Empty>
  );
}

/** Answers what became of the lines, in words. */
function addToList(list: WrittenList): string {
  const kept = { ...list, lines: list.lines.filter((line) => !hasVin(line)) };
  const { left } = withLines(currentLines(), kept.lines);
  changeLines((lines) => withLines(lines, kept.lines).lines);
  const said = addedInWords(kept, left);
  return kept.lines.length < list.lines.length ? `${said} ${vinRefused}` : said;
}

/** What is copied from a spreadsheet is pasted wherever nothing else takes it. */
function usePasteAnywhere(onPaste: (list: WrittenList) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const target = event.target as Element | null;
      if (event.defaultPrevented || target?.closest('input, textarea, dialog')) return;
      const list = listIn(event.clipboardData?.getData('text/plain') ?? '');
      if (list === undefined) return;
      event.preventDefault();
      onPaste(list);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [onPaste]);
}
