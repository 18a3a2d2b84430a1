import { useId, useState, type DragEvent, type RefObject } from 'react';
import { mostLines } from '#contract/list-limits.ts';
import { pastedLines, type WrittenList } from '#contract/list-lines.ts';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydrated.ts';
import { Icon } from '#web/ui/icon.tsx';
import { linesInWords } from './added-words.ts';
import { useListFile } from './use-list-file.ts';

/** Where a whole list comes in: pasted from a spreadsheet or a mail, or as a file. */
export function PasteBox(props: {
  text: RefObject<HTMLTextAreaElement | null>;
  file: RefObject<HTMLInputElement | null>;
  onAdd: (list: WrittenList) => void;
}) {
  return (
    <section aria-labelledby="paste" className="mt-8">
      <h2 id="paste" className="mb-3 text-lg">
        Paste or drop a list
      </h2>
      <div className="grid gap-4 lg:grid-cols-2">
        <Paste text={props.text} onAdd={props.onAdd} />
        <Drop file={props.file} onAdd={props.onAdd} />
      </div>
    </section>
  );
}

function Paste(props: {
  text: RefObject<HTMLTextAreaElement | null>;
  onAdd: (list: WrittenList) => void;
}) {
  const { text, onAdd } = props;
  const id = useId();
  const hydrated = useHydrated();
  const [typed, setTyped] = useState('');
  const list = pastedLines(typed);
  const count = list.lines.length;
  return (
    <div className="flex flex-col items-start gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        From any spreadsheet: number and pieces, one part a line
      </label>
      <textarea
        ref={text}
        id={id}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        aria-describedby={`${id}found`}
        spellCheck={false}
        autoCapitalize="none"
        placeholder={'BD-3122\t400\n58-33170-04\t200'}
        className="textarea control figures min-h-32 w-full text-sm whitespace-pre"
      />
      <p id={`${id}found`} role="status" className="quiet min-h-5 text-sm">
        {typed.trim() === '' ? '' : `${linesInWords(count)} understood`}
        {list.skipped.length > 0 && `, ${list.skipped.length} left out`}
      </p>
      <Button
        disabled={!hydrated || count === 0}
        onClick={() => {
          onAdd(list);
          setTyped('');
        }}
      >
        {count === 0 ? 'Add lines' : `Add ${linesInWords(count)}`}
      </Button>
    </div>
  );
}

function Drop(props: {
  file: RefObject<HTMLInputElement | null>;
  onAdd: (list: WrittenList) => void;
}) {
  const { file: field } = props;
  const hydrated = useHydrated();
  const { read, state } = useListFile(props.onAdd);
  const [over, setOver] = useState(0);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(0);
    const file = event.dataTransfer.files[0];
    if (file) read(file);
  };
  return (
    <div
      onDragEnter={() => setOver((depth) => depth + 1)}
      onDragLeave={() => setOver((depth) => depth - 1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      className={`control rounded-box grid min-h-32 place-content-center justify-items-center gap-1 border border-dashed p-4 text-center text-sm ${over > 0 ? 'border-primary! bg-primary/9' : ''}`}
    >
      <Icon name="upload" className="quiet size-7" />
      <p className="font-semibold">Drop a CSV or XLSX file here</p>
      <p className="quiet">
        or{' '}
        <button
          type="button"
          disabled={!hydrated || state.kind === 'reading'}
          onClick={() => field.current?.click()}
          className="text-primary inline-flex min-h-6 items-center font-semibold underline"
        >
          choose one
        </button>
        {`, up to ${mostLines} lines`}
      </p>
      <input
        ref={field}
        type="file"
        hidden
        aria-label="File with the list"
        accept=".csv,.txt,.tsv,.xlsx"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (file) read(file);
        }}
      />
      <p role="status" className="empty:hidden">
        {state.kind === 'reading' && 'Reading the file…'}
      </p>
      <p role="alert" className="text-error font-semibold empty:hidden">
        {state.kind === 'refused' && state.sentence}
      </p>
    </div>
  );
}
