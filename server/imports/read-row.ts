import * as z from 'zod/mini';
import { attributePrefix, importFields, type ImportFieldName } from '#contract/import-fields.ts';
import { newPartFacts } from '#contract/part-facts.ts';
import { readers, Unusable } from './read-field.ts';
import { readFitment, readNumbers, readPicture } from './read-lists.ts';
import type { DecimalStyle } from '#server/imports/files/decimals.ts';
import { pictureErrors } from '#server/imports/pictures/picture-error.ts';
import { isSource } from '#server/imports/pictures/picture-sources.ts';
import type { TableRow } from '#server/imports/files/imported-table.ts';
import type { Fault, WantedPart } from './wanted-part.ts';

/** How the rows of a file are read: the field of each column, the sign before decimals, and the ids of types and categories by their names. */
export interface RowPlan {
  readonly fields: readonly (string | null)[];
  readonly decimal: DecimalStyle | undefined;
  /** Takes away what keeps spreadsheets from running a cell of CSV as a formula. */
  readonly meant: (cell: string) => string;
  /** By `partNumberKey` of ids and names. */
  readonly types: ReadonlyMap<string, string>;
  readonly categories: ReadonlyMap<string, string>;
  /** Names of these that are most like a text. */
  readonly nearest: Readonly<Record<'type' | 'category', (text: string) => string | undefined>>;
  /** Why the picture of this name cannot be had, as a sentence; undefined if it may be. */
  readonly pictureFault: (source: string) => string | undefined;
  /** The last year that a vehicle can be of. */
  readonly latestYear: number;
}

/** The texts of a row by their fields, without those that say nothing. */
export type RowTexts = Readonly<Partial<Record<string, string>>>;

/** What a row says of its part, what of it cannot be used, and which pictures are left out. */
export function readRow(
  cells: readonly string[],
  plan: RowPlan,
  numbers: TableRow['numbers'],
): { wanted: WantedPart; faults: Fault[]; lacking: Fault[] } {
  const texts = textsOf(cells, plan, numbers);
  const unnamed = withoutUnusablePictures(texts);
  const faults: Fault[] = [];
  const wanted: WantedPart = {};
  for (const [field, text = ''] of Object.entries(texts)) {
    const read = readers[field as ImportFieldName];
    if (read === undefined) continue;
    const outcome = read(text, plan);
    if (outcome instanceof Unusable)
      faults.push({ field: field as ImportFieldName, value: text, reason: outcome.reason });
    else Object.assign(wanted, outcome);
  }
  const attributes = readAttributes(texts);
  if (attributes) wanted.attributes = attributes;
  for (const read of [readNumbers, readFitment, readPicture]) {
    const { found, faults: wrong } = read(texts, plan);
    Object.assign(wanted, found);
    faults.push(...wrong);
  }
  const lacking = [...unnamed, ...leaveOutPictures(wanted, plan)];
  if (lacking.some(({ field }) => field === 'picture')) wanted.lacksPictures = true;
  return { wanted, faults, lacking };
}

/** Takes out of a row what cannot even be the name of a picture. */
function withoutUnusablePictures(texts: Partial<Record<string, string>>): Fault[] {
  const faults: Fault[] = [];
  for (const field of ['image', 'picture'] as const) {
    const value = texts[field];
    if (value === undefined || z.safeParse(newPartFacts.image.input, value).success) continue;
    faults.push({ field, value, reason: pictureErrors.picture_name_unusable });
    delete texts[field];
  }
  return faults;
}

/** Pictures that cannot be had keep no part out of the shop. */
function leaveOutPictures(wanted: WantedPart, { pictureFault }: RowPlan): Fault[] {
  const faults: Fault[] = [];
  const [picture] = wanted.pictures ?? [];
  const named = [['image', wanted.image] as const, ['picture', picture?.image] as const];
  for (const [field, value] of named) {
    const reason = value === undefined || !isSource(value) ? undefined : pictureFault(value);
    if (value === undefined || reason === undefined) continue;
    faults.push({ field, value, reason });
    delete wanted[field === 'image' ? 'image' : 'pictures'];
  }
  return faults;
}

function textsOf(
  cells: readonly string[],
  { fields, meant, decimal }: RowPlan,
  numbers: TableRow['numbers'],
): Partial<Record<string, string>> {
  const texts: Record<string, string> = {};
  fields.forEach((field, at) => {
    const text = (cells[at] ?? '').trim();
    if (field === null || text === '') return;
    const isFigure = numbers?.has(at) && (figures.has(field) || field.startsWith(attributePrefix));
    // As the texts of the file have it: a point would mean thousands there.
    texts[field] = isFigure && decimal === ',' ? text.replace('.', ',') : meant(text);
  });
  return texts;
}

/** Fields that are numbers. */
const figures: ReadonlySet<string> = new Set<ImportFieldName>([
  'price',
  'inStock',
  'stockChange',
  'orderQuantity',
  'quantityStep',
  'largestOrder',
]);

/** Attributes in columns of their own, and in one as lines of key and value. */
function readAttributes(texts: RowTexts): Record<string, string> | undefined {
  const lines = (texts['attributes'] ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');
  const inOne = lines.map((line) => [before(line, ':'), after(line, ':')] as const);
  const inColumns = Object.entries(texts)
    .filter(([field]) => field.startsWith(attributePrefix))
    .map(([field, text = '']) => [after(field, ':'), text] as const);
  const all = [...inOne, ...inColumns];
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

function before(text: string, mark: string): string {
  return text.slice(0, Math.max(0, text.indexOf(mark))).trim();
}

function after(text: string, mark: string): string {
  return text.slice(text.indexOf(mark) + 1).trim();
}

/** How a column is named in a list of faults. */
export function labelOf(field: string): string {
  return Object.hasOwn(importFields, field) ? importFields[field as ImportFieldName] : field;
}
