import * as z from 'zod/mini';
import { listOf, type Endpoint } from './endpoint.ts';
import { acknowledged, notAcknowledged, PageQuery } from './fields.ts';
import {
  Import,
  ImportCheck,
  ImportedPart,
  ImportedPartsQuery,
  ImportFault,
  ImportReading,
  ImportTicks,
  ImportUpload,
  ofImport,
  StoredFile,
} from './imports.ts';

const file = { method: 'GET', access: 'admin', answer: z.string() } as const;

/** Files of parts that come in, and the file of all parts that goes out. */
export const importCalls = {
  uploadImport: {
    method: 'POST',
    path: '/admin/imports',
    summary:
      'Upload a CSV or XLSX file of parts, at most 200 MB and 2,000,000 rows; its columns are guessed. Changes nothing in the shop.',
    access: 'admin',
    upload: 'file',
    storeUpload: true,
    query: ImportUpload,
    body: StoredFile,
    answer: Import,
    refused: notAcknowledged,
    errors: ['too_large', 'file_not_accepted'],
  },
  listImports: {
    ...listOf(Import),
    path: '/admin/imports',
    summary: 'Imports, newest first.',
    access: 'admin',
    query: z.object(PageQuery),
  },
  getImport: {
    method: 'GET',
    path: '/admin/imports/{id}',
    summary: 'One import: its columns, what its check found, how far it is.',
    access: 'admin',
    ...ofImport,
    answer: Import,
  },
  reopenImport: {
    method: 'POST',
    path: '/admin/imports/{id}/file',
    summary: 'Read the uploaded file anew, with another delimiter, encoding or sheet.',
    access: 'admin',
    ...ofImport,
    body: ImportReading,
    answer: Import,
    refused: notAcknowledged,
    errors: ['import_state', 'file_not_accepted', 'file_gone'],
  },
  checkImport: {
    method: 'POST',
    path: '/admin/imports/{id}/check',
    summary: 'Choose the columns and begin to check every row; changes nothing in the shop.',
    access: 'admin',
    ...ofImport,
    body: ImportCheck,
    ...acknowledged,
    errors: ['import_state', 'columns_incomplete', 'file_gone'],
  },
  listImportedParts: {
    ...listOf(ImportedPart),
    path: '/admin/imports/{id}/parts',
    summary: 'The parts of an import with what changes, in the order of the file.',
    access: 'admin',
    ...ofImport,
    query: ImportedPartsQuery,
  },
  listImportFaults: {
    ...listOf(ImportFault),
    path: '/admin/imports/{id}/faults',
    summary: 'Rows that cannot be used, with column, value and reason, in the order of the file.',
    access: 'admin',
    ...ofImport,
    query: z.object(PageQuery),
  },
  exportImportFaults: {
    ...file,
    path: '/admin/imports/{id}/faults.csv',
    summary: 'All of these as a CSV file.',
    ...ofImport,
    csv: true,
    download: 'import-errors.csv',
  },
  applyImport: {
    method: 'POST',
    path: '/admin/imports/{id}/apply',
    summary:
      'Begin to write a checked import into the shop, in the background; needs the ticks that its guards ask for. Sent again it does nothing more.',
    access: 'admin',
    ...ofImport,
    body: ImportTicks,
    ...acknowledged,
    errors: ['import_state', 'import_busy', 'tick_missing'],
  },
  stopImport: {
    method: 'POST',
    path: '/admin/imports/{id}/stop',
    summary: 'Stop checking or applying an import. What has been applied stays, and can be undone.',
    access: 'admin',
    ...ofImport,
    ...acknowledged,
    errors: ['import_state'],
  },
  undoImport: {
    method: 'POST',
    path: '/admin/imports/{id}/undo',
    summary:
      'Begin to take back what an import changed, in the background; parts that were changed since stay and are named. The last five imports can be undone.',
    access: 'admin',
    ...ofImport,
    ...acknowledged,
    errors: ['import_state', 'import_busy', 'import_too_old'],
  },
  exportCatalogue: {
    ...file,
    path: '/admin/catalogue.csv',
    summary: 'All parts with all that an import can change, as a CSV file that an import reads.',
    csv: true,
    download: 'catalogue.csv',
  },
  exportCatalogueSheet: {
    ...file,
    path: '/admin/catalogue.xlsx',
    summary: 'The same as an XLSX file, of at most 1,048,575 rows.',
    sheet: true,
    download: 'catalogue.xlsx',
  },
} as const satisfies Record<string, Endpoint>;
