import { archiveLimits, importLimits } from '#contract/import-fields.ts';
import type { Import } from '#contract/imports.ts';
import { reasonOf } from './reason-of.ts';
import { ApiError, isTransient } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { readingFault } from '#web/ui/file-faults.ts';
import { failureOf } from '#web/ui/take-step.ts';
import { counted, sizeInWords } from './import-words.ts';

/** Where the upload of a file stands. */
export type ImportSending =
  | { readonly kind: 'none' }
  /** `share` of the file that has left, 0 to 1; at 1 the shop reads its first rows. */
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'refused'; readonly sentence: string; readonly mayRetry: boolean }
  | { readonly kind: 'there'; readonly import: Import };

/** What a file may be, for people. */
export const fileRules = `CSV or XLSX, at most ${sizeInWords(importLimits.bytes)} and ${counted(importLimits.rows)} rows`;

/** What an archive of pictures may be, for people. */
export const archiveRules = `ZIP, at most ${sizeInWords(archiveLimits.bytes)} and ${counted(archiveLimits.files)} files; each a JPEG, PNG or WebP of at most 8 MB`;

/** For the file picker of the browser; spreadsheets give CSV files several types. */
export const acceptedFiles =
  '.csv,.txt,.tsv,.xlsx,text/csv,text/tab-separated-values,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const elsewhere: Readonly<Record<string, string>> = {
  xls: 'This is the old Excel format. Save it as .xlsx or as CSV and choose that file.',
  xlsb: 'This is a binary Excel file. Save it as .xlsx or as CSV and choose that file.',
  ods: 'This is an OpenDocument file. Save it as .xlsx or as CSV and choose that file.',
  numbers: 'This is a Numbers file. Export it as CSV and choose that file.',
  pdf: 'A PDF has no columns that can be read. Ask the supplier for a CSV or XLSX file.',
  zip: 'This is an archive. Unpack it and choose the CSV or XLSX file in it.',
};

/** Why a file of parts cannot be taken, told before it is sent; undefined when it may be. */
export function tableFault({
  name,
  size,
}: Readonly<{ name: string; size: number }>): string | undefined {
  const other = elsewhere[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''];
  if (other !== undefined) return other;
  if (size === 0) return 'This file is empty.';
  if (size > importLimits.bytes)
    return `This file has ${sizeInWords(size)}; at most ${sizeInWords(importLimits.bytes)} can be read. Divide it into several files.`;
  return undefined;
}

/** Why an archive of pictures cannot be taken, told before it is sent; undefined when it may be. */
export function archiveFault({
  name,
  size,
}: Readonly<{ name: string; size: number }>): string | undefined {
  if (!/\.zip$/i.test(name)) return 'Pictures come as a ZIP archive. Pack them into one.';
  if (size === 0) return 'This archive is empty.';
  if (size > archiveLimits.bytes)
    return `This archive has ${sizeInWords(size)}; at most ${sizeInWords(archiveLimits.bytes)} can be uploaded. Make the pictures smaller, or import the file in several parts.`;
  return undefined;
}

/** What is sent: the table, the pictures that it names, and whose list it is. */
export interface FilesToSend {
  readonly file: File;
  readonly pictures: File | undefined;
  readonly supplier: string;
}

/** Of a longer name the end is kept, where it differs from others. */
const longestName = 200;

/** Sends files and tells how far they are, until it is given up. */
export async function uploadImport(
  { file, pictures, supplier }: FilesToSend,
  signal: AbortSignal,
  onStep: (sending: ImportSending) => void,
): Promise<void> {
  const show = (sending: ImportSending) => {
    if (!signal.aborted) onStep(sending);
  };
  const fault =
    tableFault(file) ??
    (pictures && archiveFault(pictures)) ??
    (await readingFault(file)) ??
    (pictures && (await readingFault(pictures)));
  if (fault !== undefined) return show({ kind: 'refused', sentence: fault, mayRetry: false });
  show({ kind: 'sending', share: 0 });
  try {
    const found = await call(
      'uploadImport',
      {
        query: {
          name: file.name.slice(-longestName),
          supplier,
          ...(pictures && { pictures: pictures.name.slice(-longestName) }),
        },
        body: { file, ...(pictures && { pictures }) },
      },
      { signal, onProgress: (share) => show({ kind: 'sending', share }) },
    );
    show({ kind: 'there', import: found });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof ApiError)) throw error;
    show(refusalOf(error));
  }
}

function refusalOf(error: ApiError): ImportSending {
  const sentence = failureOf(
    { status: error.status, message: reasonOf(error) },
    'Nothing was changed.',
  );
  return { kind: 'refused', sentence, mayRetry: isTransient(error) };
}
