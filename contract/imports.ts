import * as z from 'zod/mini';
import { byId, Id, line, Moment, numeric, PageQuery } from './fields.ts';
import { attributePrefix, importFields, importGuards } from './import-fields.ts';

/** A field of `importFields`, or an attribute. */
const ImportField = line(60).check(
  z.refine(
    (field) => Object.hasOwn(importFields, field) || field.startsWith(attributePrefix),
    'There is no such field.',
  ),
);

/** How a CSV file is to be read, or which sheet of an XLSX file; what is left out is guessed. */
const reading = {
  sheet: z.optional(line(100)),
  delimiter: z.optional(z.enum([',', ';', '\t'])),
  encoding: z.optional(z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])),
};

/** With the files: their names, and whose list it is; the columns chosen for a supplier are remembered. */
export const ImportUpload = z.object({
  name: line(200),
  supplier: z.optional(line(60, 0)),
  /** The name of the archive, if there is one. */
  pictures: z.optional(line(200)),
  ...reading,
});
export type ImportUpload = z.infer<typeof ImportUpload>;

export const ImportReading = z.object(reading);
export type ImportReading = z.infer<typeof ImportReading>;

/** An uploaded file as the server keeps it until it has been read. */
export const StoredFile = z.object({ path: z.string(), bytes: z.number() });
export type StoredFile = z.infer<typeof StoredFile>;

/** The table, and an archive of the pictures that it names. */
export const ImportFiles = z.object({ file: StoredFile, pictures: z.optional(StoredFile) });

/**
 * What a file does not say by itself. `decimal` is the mark before cents; without it numbers that can mean two things are refused; `lists` says whether
 * numbers and vehicles are added to those of a part or take their place; `missing` what happens to parts that are not in the file:
 * of the supplier, or without one all; `minimumOrder` is that of new parts whose rows have none.
 */
export const ImportSettings = z.object({
  decimal: z.optional(z.enum(['.', ','])),
  lists: z._default(z.enum(['replace', 'add']), 'replace'),
  missing: z._default(z.enum(['keep', 'archive']), 'keep'),
  minimumOrder: z._default(
    numeric.check(z.refine((pieces) => Number.isInteger(pieces) && pieces >= 1 && pieces <= 1e8)),
    100,
  ),
});
export type ImportSettings = z.infer<typeof ImportSettings>;

/** A field for each column of the file, in its order; null leaves the column out. */
export const ImportCheck = z.object({
  fields: z.array(z.nullable(ImportField)).check(z.maxLength(500)),
  settings: ImportSettings,
});
export type ImportCheck = z.infer<typeof ImportCheck>;

/**
 * `columns` waits for the choice of columns; `checking` and `checked` change nothing in the shop; `applying` ends as `applied`, or as
 * `stopped` when an admin stops it; both can be undone: `undoing`, `undone`. `failed`: the file cannot be read.
 */
const importStates = [
  'columns',
  'checking',
  'checked',
  'applying',
  'applied',
  'stopped',
  'undoing',
  'undone',
  'failed',
] as const;
export type ImportState = (typeof importStates)[number];

const guardNames = Object.keys(importGuards) as (keyof typeof importGuards)[];
const Guard = z.enum(guardNames as ['price', 'stock', 'archive']);

/** Parts; `rows` are the rows of the file, `refused` those of them that cannot be used, `archived` the parts that are missing in it. */
const ImportCounts = z.object({
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  same: z.number(),
  archived: z.number(),
  refused: z.number(),
});
export type ImportCounts = z.infer<typeof ImportCounts>;

/** A part of an import in a few words: where it stands in the file, and what it is. */
const named = { row: z.number(), partNumber: z.nullable(z.string()), name: z.string() };

/** What an admin has to tick, how many parts it is about, and the first of them; before and after as texts. */
const ImportGuard = z.object({
  guard: Guard,
  count: z.number(),
  examples: z.array(z.object({ ...named, before: z.string(), after: z.string() })),
});
export type ImportGuard = z.infer<typeof ImportGuard>;

/** One file of a supplier on its way into the shop, or in it. `samples` are a column's first values. */
export const Import = z.object({
  _id: Id,
  name: z.string(),
  supplier: z.nullable(z.string()),
  state: z.enum(importStates),
  createdAt: Moment,
  createdBy: z.string(),
  finishedAt: z.nullable(Moment),
  format: z.enum(['csv', 'xlsx']),
  encoding: z.string(),
  encodingGuessed: z.boolean(),
  delimiter: z.nullable(z.string()),
  sheet: z.nullable(z.string()),
  sheets: z.array(z.string()),
  columns: z.array(
    z.object({
      header: z.string(),
      field: z.nullable(z.string()),
      samples: z.array(z.string()),
    }),
  ),
  settings: ImportSettings,
  /** What the check found. */
  found: ImportCounts,
  /** What has been done of it so far. */
  done: ImportCounts,
  guards: z.array(ImportGuard),
  /** The number of its last check. */
  check: z.number(),
  /** Of the step that runs, or of the last: rows of the file, then parts; `of` is null while it is not known. */
  progress: z.object({ done: z.number(), of: z.nullable(z.number()) }),
  /** Parts whose undoing was refused. */
  notUndone: z.number(),
  /**
   * The archive's name; of the pictures that the file names by an address or a name in it, each counted once, how many there are and how
   * many have been dealt with; and at how many places one is left out because it cannot be had.
   */
  pictures: z.object({
    archive: z.nullable(z.string()),
    of: z.number(),
    done: z.number(),
    lacking: z.number(),
  }),
  stopping: z.boolean(),
  undoable: z.boolean(),
  /** Why it failed. */
  failure: z.nullable(z.string()),
});
export type Import = z.infer<typeof Import>;

/** The ticks that the guards ask for, and which check of the import they belong to. */
export const ImportTicks = z.object({
  ticks: z.array(Guard).check(z.maxLength(10)),
  check: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647))),
});
export type ImportTicks = z.infer<typeof ImportTicks>;

/** One part of an import. */
export const ImportedPart = z.object({
  ...named,
  partId: z.nullable(z.string()),
  result: z.enum(['add', 'change', 'same', 'archive', 'refused']),
  /** What has been done of it. */
  step: z.enum(['checked', 'applied', 'undone']),
  changes: z.array(z.object({ fact: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type ImportedPart = z.infer<typeof ImportedPart>;

export const ImportedPartsQuery = z.object({
  ...PageQuery,
  result: z.optional(z.enum(['add', 'change', 'same', 'archive', 'refused'])),
});
export type ImportedPartsQuery = z.infer<typeof ImportedPartsQuery>;

/** Why a row or a picture was not used, or a part not changed back: `column` and `value` as in the file, the reason as a sentence. */
export const ImportFault = z.object({
  row: z.number(),
  column: z.string(),
  value: z.string(),
  reason: z.string(),
  step: z.enum(['check', 'apply', 'undo']),
});
export type ImportFault = z.infer<typeof ImportFault>;

/** A call about the import in its path. */
export const ofImport = { params: byId, missing: 'import_not_found' } as const;
