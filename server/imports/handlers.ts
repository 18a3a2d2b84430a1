import type { AnswerFor, Page } from '#contract/api.ts';
import type { Import } from '#contract/imports.ts';
import { mapPage } from '#server/db/page.ts';
import { csvOf, type CsvColumn } from '#server/http/csv.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Handlers } from '#server/http/serve.ts';
import { findPeople } from '#server/people/store.ts';
import type { Shop } from '#server/shop.ts';
import { exportCatalogue } from './export-catalogue.ts';
import { beginApply, beginCheck, beginUndo, stopImport } from './import-steps.ts';
import { showFault, showImport, showImportedPart } from './show-import.ts';
import { reopenImport, startImport } from './start-import.ts';
import {
  findImport,
  listFaults,
  listImports,
  listParts,
  listUndoable,
  pageByRow,
  type ImportRow,
} from './store.ts';

const everyResult = ['add', 'change', 'same', 'archive', 'refused'] as const;

type ImportHandlers = Handlers<
  | 'uploadImport'
  | 'listImports'
  | 'getImport'
  | 'reopenImport'
  | 'checkImport'
  | 'listImportedParts'
  | 'listImportFaults'
  | 'exportImportFaults'
  | 'applyImport'
  | 'stopImport'
  | 'undoImport'
  | 'exportCatalogue'
  | 'exportCatalogueSheet'
>;

/** Files of parts: in and out. */
export function importHandlers(shop: Shop): ImportHandlers {
  const { db } = shop;
  const found = async (id: string) => (await findImport(db, id)) ?? refuse('import_not_found');
  const show = async (row: ImportRow) =>
    (await showAll(shop, [row]))[0] ?? refuse('import_not_found');
  return {
    uploadImport: async ({ who, query, body }) =>
      show(await found(await startImport(shop, who, { upload: query, ...body }))),

    async listImports({ query }) {
      const { rows, next } = await listImports(db, query);
      return { rows: await showAll(shop, rows), next };
    },

    getImport: async ({ params }) => show(await found(params.id)),

    reopenImport: async ({ params, body }) =>
      show(await reopenImport(shop, await found(params.id), body)),

    checkImport: ({ who, params, body }) =>
      done(beginCheck({ shop, actor: who, id: params.id }, body)),

    async listImportedParts({ params, query: { limit = 1000, cursor, result } }) {
      await found(params.id);
      const after = Number(/^\d{1,8}$/.exec(cursor ?? '')?.[0] ?? 0);
      const results = result === undefined ? everyResult : [result];
      const rows = await listParts(db, params.id, { after, most: limit + 1, results });
      return mapPage(
        pageByRow(rows, limit, (part) => String(part.row)),
        showImportedPart,
      );
    },

    async listImportFaults({ params, query }) {
      await found(params.id);
      return mapPage(await listFaults(db, params.id, query), showFault);
    },

    async exportImportFaults({ params }) {
      await found(params.id);
      return csvOf(faultColumns, async (cursor) =>
        mapPage(await listFaults(db, params.id, { cursor }), showFault),
      );
    },

    applyImport: ({ who, params, body }) =>
      done(beginApply({ shop, actor: who, id: params.id }, body)),

    stopImport: ({ who, params }) => done(stopImport({ shop, actor: who, id: params.id })),

    undoImport: ({ who, params }) => done(beginUndo({ shop, actor: who, id: params.id })),

    exportCatalogue: async () => exportCatalogue(db, 'csv'),

    exportCatalogueSheet: async () => exportCatalogue(db, 'xlsx'),
  };
}

async function done(step: Promise<void>): Promise<AnswerFor<'applyImport'>> {
  await step;
  return { acknowledged: true };
}

async function showAll({ db }: Shop, rows: readonly ImportRow[]): Promise<Import[]> {
  const [people, undoable] = await Promise.all([
    findPeople(
      db,
      rows.map(({ actor }) => actor),
    ),
    listUndoable(db),
  ]);
  return rows.map((row) => showImport(row, people, undoable));
}

type Fault = Page<AnswerFor<'listImportFaults'>>['rows'][number];

const faultColumns: readonly CsvColumn<Fault>[] = [
  ['Row', ({ row }) => row],
  ['Column', ({ column }) => column],
  ['Value', ({ value }) => value],
  ['Reason', ({ reason }) => reason],
  ['Step', ({ step }) => step],
];
