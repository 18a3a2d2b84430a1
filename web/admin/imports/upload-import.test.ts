import { expect, test, vi } from 'vitest';
import {
  archiveFault,
  archiveRules,
  fileRules,
  tableFault,
  uploadImport,
  type ImportSending,
} from './upload-import.ts';
import { reasonOf } from './reason-of.ts';

test('what a file may be is said before it is chosen', () => {
  expect(fileRules).toBe('CSV or XLSX, at most 200 MB and 2,000,000 rows');
});

test('a file that cannot be read is refused before it is sent, with what to do', () => {
  const faults = [
    ['prices.xls', 100],
    ['PRICES.ODS', 100],
    ['prices.zip', 100],
    ['empty.csv', 0],
    ['large.csv', 200_000_001],
  ] as const;
  expect(faults.map(([name, size]) => tableFault({ name, size }))).toEqual([
    'This is the old Excel format. Save it as .xlsx or as CSV and choose that file.',
    'This is an OpenDocument file. Save it as .xlsx or as CSV and choose that file.',
    'This is an archive. Unpack it and choose the CSV or XLSX file in it.',
    'This file is empty.',
    'This file has 200 MB; at most 200 MB can be read. Divide it into several files.',
  ]);
});

test('an archive of pictures that cannot be taken is refused before it is sent', () => {
  expect(archiveRules).toBe(
    'ZIP, at most 200 MB and 20,000 files; each a JPEG, PNG or WebP of at most 8 MB',
  );
  const faults = [
    ['pictures.rar', 100],
    ['pictures.zip', 0],
    ['pictures.zip', 200_000_001],
    ['PICTURES.ZIP', 200_000_000],
  ] as const;
  expect(faults.map(([name, size]) => archiveFault({ name, size }))).toEqual([
    'Pictures come as a ZIP archive. Pack them into one.',
    'This archive is empty.',
    'This archive has 200 MB; at most 200 MB can be uploaded. Make the pictures smaller, or import the file in several parts.',
    undefined,
  ]);
});

test('any other file is sent: the shop looks into it, its name says little', () => {
  for (const name of ['prices.csv', 'prices.XLSX', 'prices.txt', 'prices', 'list.2026'])
    expect(tableFault({ name, size: 200_000_000 }), name).toBeUndefined();
});

test('a refused file is told by what is wrong with it and where', () => {
  const message = 'The file cannot be read.';
  expect(reasonOf({ message, body: {} })).toBe(message);
  expect(reasonOf({ message, body: { reason: 'A quoted cell never ends.', row: 12 } })).toBe(
    'A quoted cell never ends. (row 12)',
  );
  expect(reasonOf({ message, body: { reason: 'It has no rows.' } })).toBe('It has no rows.');
});

test('a file that was changed since it was chosen, or its archive, is not sent, and is asked for again', async () => {
  const fetched = vi.fn<typeof fetch>();
  vi.stubGlobal('fetch', fetched);
  const [table, archive] = [new File(['x'], 'parts.csv'), new File(['x'], 'parts.zip')];
  const changed = (file: File) =>
    Object.assign(new File(['x'], file.name), {
      slice: () => ({
        arrayBuffer: () => Promise.reject(new DOMException('Changed.', 'NotReadableError')),
      }),
    });
  for (const files of [
    { file: changed(table), pictures: undefined },
    { file: table, pictures: changed(archive) },
  ]) {
    const steps: ImportSending[] = [];
    await uploadImport({ ...files, supplier: '' }, new AbortController().signal, (step) => {
      steps.push(step);
    });
    expect(steps).toEqual([
      {
        kind: 'refused',
        sentence: 'The file could not be read. Choose it again.',
        mayRetry: false,
      },
    ]);
  }
  expect(fetched).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
