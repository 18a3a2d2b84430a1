import { useCallback, useEffect, useRef, useState, type ComponentProps } from 'react';
import type { ClientActionFunctionArgs, MetaFunction } from 'react-router';
import type { WrittenLine, WrittenList } from '#contract/list-lines.ts';
import { publicMeta } from '#web/meta.ts';
import { AgainStrip } from '#web/order-again/again-strip.tsx';
import { putAsideElsewhere, readAnew, useKeeping } from '#web/order-list/keep-list.ts';
import { withLine, withLines } from '#web/order-list/list-model.ts';
import { changeLines, currentLines, useLines } from '#web/order-list/order-list.ts';
import { paths } from '#web/paths.ts';
import { useSession } from '#web/session/session.ts';
import { ListLinks } from '#web/saved-lists/list-links.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydrated.ts';
import { NeedsScripts } from '#web/ui/needs-scripts.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { Empty, Failed } from '#web/ui/states.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { addedInWords } from './added-words.ts';
import { EntryForm, listIn } from './entry-form.tsx';
import { KeepingTag } from './keeping-tag.tsx';
import { PadDock, PadSummary } from './pad-summary.tsx';
import { PlaceButton } from './place-button.tsx';
import { isSend, PlaceDialog } from './place-dialog.tsx';
import { submitList } from './submit-list.ts';
import { rowsOf, sumOf, type PadSum } from './pad-rows.ts';
import { lineId, PadTable } from './pad-table.tsx';
import { PasteBox } from './paste-box.tsx';
import { useFound } from './use-found.ts';
import { Ways } from './ways.tsx';

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
  const { known, failure, retry, askAnew } = useFound(lines);
  const rows = rowsOf(lines, known);
  const sum = sumOf(rows);
  const look = sum.faulty.length > 0 ? ('plain' as const) : ('signal' as const);
  const placing = usePlacing(sum);
  const way = { sum, lines: rows.length, look, onPlace: placing.begin };
  const number = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');
  const add = useCallback((list: WrittenList) => setSaid(addToList(list)), []);
  usePasteAnywhere(add);
  const change = useCallback((key: string, to?: Partial<WrittenLine>) => {
    if (to === undefined) focusBeside(key, number.current);
    changeLines((all) => withLine(all, key, to));
  }, []);
  return (
    <>
      <div className="page-column grid grid-cols-1 gap-x-6 gap-y-5 pt-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
            <PageTitle>Order pad</PageTitle>
            {hydrated && <KeepingTag />}
            {hydrated && <ListLinks lines={lines} />}
          </div>
          <NeedsScripts>
            The order pad needs scripts, which this browser does not run. Parts can be ordered one
            by one: <TextLink to={paths.parts}>All parts</TextLink>
          </NeedsScripts>
          <AgainStrip />
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
            {failure !== undefined && (
              <Failed onRetry={retry}>{`${failure} The list is kept.`}</Failed>
            )}
            {rows.length > 0 && <PadTable rows={rows} onChange={change} />}
            {hydrated && rows.length === 0 && <NoLines />}
          </div>
          <PasteBox text={text} file={file} onAdd={add} />
        </div>
        {rows.length > 0 && (
          <PadSummary rows={rows} sum={sum}>
            <WayOn {...way} />
          </PadSummary>
        )}
      </div>
      {rows.length > 0 && (
        <PadDock rows={rows} sum={sum}>
          <WayOn {...way} />
        </PadDock>
      )}
      {placing.open && (
        <PlaceDialog rows={rows} sum={sum} onStale={askAnew} onClose={placing.end} />
      )}
    </>
  );
}

/** Orders the list; then it is paid on another page. */
export async function clientAction({ request }: ClientActionFunctionArgs) {
  return submitList(await request.formData());
}

/** Whether the dialog that orders the list is open: its button opens it, or Ctrl and Enter anywhere on the page. */
function usePlacing(sum: PadSum) {
  const [open, setOpen] = useState(false);
  const session = useSession();
  const mayPlace = session !== undefined && sum.lines > 0 && !sum.waiting;
  useEffect(() => {
    if (!mayPlace || open) return undefined;
    const send = (event: KeyboardEvent) => {
      if (!isSend(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', send);
    return () => document.removeEventListener('keydown', send);
  }, [mayPlace, open]);
  return { open: open && mayPlace, begin: () => setOpen(true), end: () => setOpen(false) };
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
            <Button small onClick={putAsideElsewhere}>
              All right
            </Button>
          </div>
        </Notice>
      )}
    </div>
  );
}

function NoLines() {
  return (
    <Empty action={<ButtonLink to={paths.parts}>Browse all parts</ButtonLink>}>
      No lines yet. Type a number, or paste a list from a spreadsheet.
    </Empty>
  );
}

/** Answers what became of the lines, in words. */
function addToList(list: WrittenList): string {
  const { left } = withLines(currentLines(), list.lines);
  changeLines((lines) => withLines(lines, list.lines).lines);
  return addedInWords(list, left);
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

/** Before a line goes, the focus moves to the next one, or back to the entry. */
function focusBeside(key: string, entry: HTMLInputElement | null): void {
  const line = document.getElementById(lineId(key));
  if (!line?.contains(document.activeElement)) return;
  const beside = line.nextElementSibling ?? line.previousElementSibling;
  (beside?.querySelector<HTMLElement>('.pad-remove button') ?? entry)?.focus();
}
