import {
  useEffect,
  useId,
  useRef,
  useState,
  type DragEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, FileField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { sizeInWords } from './import-words.ts';
import { acceptedFiles, archiveRules, fileRules, type ImportSending } from './upload-import.ts';
import { useImportUpload } from './use-import-upload.ts';

/** A file for the shop: chosen or dropped, its pictures, whose it is, and how much of it has left; `suppliers` are options to choose from. Leads to its import when it is there. */
export function ImportFileForm({ suppliers }: { suppliers: ReactNode }) {
  const { sending, begin, stop } = useImportUpload();
  const [file, setFile] = useState<File>();
  const [pictures, setPictures] = useState<File>();
  const [supplier, setSupplier] = useState('');
  const [isMissing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const names = useId();
  const isSending = sending.kind === 'sending';
  const arrived = sending.kind === 'there' ? sending.import._id : undefined;
  useEffect(() => {
    if (arrived !== undefined) void navigate(`${paths.imports}/${arrived}`);
  }, [arrived, navigate]);

  function choose(chosen: File | undefined) {
    if (isSending) return;
    stop();
    setMissing(false);
    setFile(chosen);
  }
  function submit(event: SyntheticEvent) {
    event.preventDefault();
    setMissing(file === undefined);
    if (file === undefined) input.current?.focus();
    else begin({ file, pictures, supplier: supplier.trim() });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5" aria-label="A new file">
      <DropZone
        file={file}
        disabled={isSending}
        input={input}
        error={errorOf(sending, isMissing)}
        onFile={choose}
      />
      <FileField
        label="Archive of pictures"
        name="pictures"
        optional
        accept=".zip,application/zip"
        disabled={isSending}
        onChange={({ currentTarget }) => setPictures(currentTarget.files?.[0])}
        help={`${archiveRules}. The columns of images name its files, or addresses from which the shop fetches the pictures.`}
      />
      <Field
        label="Supplier"
        name="supplier"
        optional
        list={names}
        maxLength={60}
        autoComplete="off"
        value={supplier}
        readOnly={isSending}
        onChange={({ currentTarget }) => setSupplier(currentTarget.value)}
        help="Whose list it is. The columns chosen for a supplier are remembered for the next file."
      />
      <datalist id={names}>{suppliers}</datalist>
      <Progress sending={sending} bytes={(file?.size ?? 0) + (pictures?.size ?? 0)} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          look="signal"
          className="px-8 max-sm:w-full"
          aria-disabled={isSending}
          aria-busy={isSending}
        >
          {isSending && <span className="spinner size-5" aria-hidden="true" />}
          {sending.kind === 'refused' && sending.mayRetry ? 'Retry' : 'Upload the file'}
        </Button>
        {isSending && <Button onClick={stop}>Stop the upload</Button>}
        <p className="quiet text-sm">Nothing in the shop changes yet.</p>
      </div>
    </form>
  );
}

function errorOf(sending: ImportSending, isMissing: boolean): string | undefined {
  if (sending.kind === 'refused') return sending.sentence;
  return isMissing ? 'Choose a file first.' : undefined;
}

interface DropZoneProps {
  file: File | undefined;
  disabled: boolean;
  input: RefObject<HTMLInputElement | null>;
  error: string | undefined;
  onFile: (file: File | undefined) => void;
}

/** The browser's own file field over a large area: it is pressed, reached by keyboard, and files can be dropped on it. */
function DropZone({ file, disabled, input, error, onFile }: DropZoneProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onFile(dropped);
  }
  const frame = isOver ? 'border-primary bg-primary/9' : 'control hover:bg-base-content/5';
  return (
    <div className="flex flex-col gap-1.5">
      <div
        className={`rounded-box relative border-2 border-dashed focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-primary ${frame} ${error === undefined ? '' : 'border-error'}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id={id}
          type="file"
          accept={acceptedFiles}
          disabled={disabled}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}rules ${id}error`}
          className="absolute inset-0 size-full cursor-pointer opacity-0 file:cursor-pointer disabled:cursor-default"
          onChange={({ currentTarget }) => {
            onFile(currentTarget.files?.[0]);
            // So that the same file, mended in the meantime, can be chosen again.
            currentTarget.value = '';
          }}
        />
        <label
          htmlFor={id}
          className="flex flex-col items-center gap-1 px-4 py-8 text-center [overflow-wrap:anywhere]"
        >
          <Icon name="upload" className="quiet mb-1 size-7" />
          <span className="font-semibold">
            {file === undefined ? 'Choose a file or drop it here' : file.name}
          </span>
          <span id={`${id}rules`} className="quiet figures text-sm">
            {file === undefined
              ? fileRules
              : `${sizeInWords(file.size)}. Press or drop to choose another one.`}
          </span>
        </label>
      </div>
      <p id={`${id}error`} role="alert" className="text-error text-sm font-semibold empty:hidden">
        {error}
      </p>
    </div>
  );
}

/** How much of the file has left; when all has, the shop reads its first rows, and how long that takes nobody knows. */
function Progress({ sending, bytes }: { sending: ImportSending; bytes: number }) {
  if (sending.kind !== 'sending') return <p role="status" className="-mt-5" />;
  const { share } = sending;
  const isReading = share >= 1;
  return (
    <div>
      <div className="figures mb-1.5 flex justify-between gap-4 text-sm">
        <p role="status">{isReading ? 'The shop is reading the file.' : 'Uploading'}</p>
        {!isReading && (
          <p className="quiet">{`${sizeInWords(share * bytes)} of ${sizeInWords(bytes)}`}</p>
        )}
      </div>
      <progress
        aria-label="Upload of the file"
        className="progress"
        max={100}
        {...(!isReading && { value: Math.floor(share * 100) })}
      />
    </div>
  );
}
