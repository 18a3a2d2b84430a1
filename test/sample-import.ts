import type { Import, ImportCounts } from '#contract/imports.ts';

/** No counts at all. */
export const noCounts: ImportCounts = {
  rows: 0,
  added: 0,
  changed: 0,
  same: 0,
  archived: 0,
  refused: 0,
};

/** An import whose columns are to be chosen, for tests of pages. */
export const sampleImport: Import = {
  _id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  name: 'discs.csv',
  supplier: 'Halvorsted',
  state: 'columns',
  createdAt: '2026-11-23T04:20:00.000Z',
  createdBy: 'admin@example.com',
  finishedAt: null,
  format: 'csv',
  encoding: 'utf-8',
  encodingGuessed: true,
  delimiter: ';',
  sheet: null,
  sheets: [],
  columns: [
    { header: 'Number', field: 'partNumber', samples: ['BD-1', 'BD-2'] },
    { header: 'Price', field: 'price', samples: ['4,20'] },
    { header: '', field: null, samples: [] },
  ],
  settings: { decimal: ',', lists: 'replace', missing: 'keep', minimumOrder: 100 },
  found: noCounts,
  done: noCounts,
  guards: [],
  check: 0,
  progress: { done: 0, of: null },
  notUndone: 0,
  pictures: { archive: null, of: 0, done: 0, lacking: 0 },
  stopping: false,
  undoable: false,
  failure: null,
};
