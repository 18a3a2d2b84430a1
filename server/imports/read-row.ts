import * as z from 'zod/mini';
import { errors } from '#contract/errors.ts';
import { attributePrefix, importFields, type ImportFieldName } from '#contract/import-fields.ts';
import { newPartFacts, type NewPartFactName } from '#contract/part-facts.ts';
import type { PartFact } from '#contract/part-fact.ts';
import { partNumberKey } from '#contract/part-rules.ts';
import { idPattern } from '#contract/fields.ts';
import { readFitment, readNumbers, readPicture } from './read-lists.ts';
import {
  decimalProblems,
  parseDecimal,
  type DecimalStyle,
} from '#server/imports/files/decimals.ts';
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
    const { found, faults: wrong } = read(texts);
    Object.assign(wanted, found);
    faults.push(...wrong);
  }
  return { wanted, faults, lacking: [...unnamed, ...leaveOutPictures(wanted, plan)] };
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
]);

/** Why a cell cannot be used, as a sentence. */
class Unusable {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

type Reader = (text: string, plan: RowPlan) => Partial<WantedPart> | Unusable;

const factReader =
  (name: Exclude<NewPartFactName, 'attributes' | 'numbers' | 'pictures' | 'fitments'>): Reader =>
  (text) =>
    checked(name, text);

/** The value as the form would take it, or the sentence with which it would refuse it. */
function checked(name: NewPartFactName, value: unknown): Partial<WantedPart> | Unusable {
  const fact: PartFact = newPartFacts[name];
  const parsed = z.safeParse(fact.input, value);
  if (parsed.success) return { [name]: parsed.data };
  const [issue] = parsed.error.issues;
  return new Unusable(issue?.code === 'custom' ? issue.message : fact.rule);
}

/** Numbers of the form, as the file writes them. */
const numberReader =
  (name: 'price' | 'inStock' | 'orderQuantity', places: number): Reader =>
  (text, { decimal }) => {
    const number = parseDecimal(text, decimal, places);
    return 'decimal' in number
      ? checked(name, number.decimal)
      : problemOf(name, number.problem, decimal);
  };

/** Too many decimals are refused as the form does it. */
function problemOf(
  name: NewPartFactName,
  problem: keyof typeof decimalProblems,
  decimal: DecimalStyle | undefined,
): Unusable {
  if (problem === 'too_precise') return new Unusable(newPartFacts[name].rule);
  const sentence = decimalProblems[problem];
  return new Unusable(decimal === ',' ? sentence.replace('1234.56', '1234,56') : sentence);
}

function stockChange(text: string, { decimal }: RowPlan): Partial<WantedPart> | Unusable {
  const number = parseDecimal(text, decimal, 0);
  if ('problem' in number) return problemOf('inStock', number.problem, decimal);
  const pieces = Number(number.decimal);
  if (Math.abs(pieces) > 100_000_000) return new Unusable(newPartFacts.inStock.rule);
  return pieces === 0 ? {} : { stockChange: pieces };
}

const said = new Map([
  ...['yes', 'y', 'true', '1', 'x', 'ja', 'j'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', '0', 'nein'].map((word) => [word, false] as const),
]);

/** A number by which a part is found. */
function numberOf(name: 'supplierNumber' | 'replacedBy'): Reader {
  return (text) => {
    const value = checked('partNumber', text);
    if (value instanceof Unusable) return value;
    if (partNumberKey(value.partNumber ?? '') === '')
      return new Unusable('A number needs letters or digits.');
    return { [name]: value.partNumber };
  };
}

const named =
  (fact: 'type' | 'category', of: 'types' | 'categories'): Reader =>
  (text, plan) => {
    const id = plan[of].get(partNumberKey(text));
    if (id !== undefined) return { [fact]: id };
    const nearest = plan.nearest[fact](text);
    const hint = nearest === undefined ? '' : ` Nearest: ${nearest}.`;
    return new Unusable(`${errors[`${fact}_unknown`][1]}${hint}`);
  };

const readers: Readonly<Partial<Record<ImportFieldName, Reader>>> = {
  id: (text) =>
    idPattern.test(text.toLowerCase())
      ? { id: text.toLowerCase() }
      : new Unusable('Must be the id of a product, as an export writes it.'),
  partNumber: factReader('partNumber'),
  supplierNumber: numberOf('supplierNumber'),
  name: factReader('name'),
  brand: factReader('brand'),
  type: named('type', 'types'),
  category: named('category', 'categories'),
  price: numberReader('price', 2),
  inStock: numberReader('inStock', 0),
  stockChange,
  orderQuantity: numberReader('orderQuantity', 0),
  description: factReader('description'),
  image: factReader('image'),
  imageAlt: factReader('imageAlt'),
  replacedBy: (text, plan) =>
    idPattern.test(text) ? { replacedBy: text } : numberOf('replacedBy')(text, plan),
  deleted: (text) => {
    const deleted = said.get(text.toLowerCase());
    return deleted === undefined ? new Unusable('Must be yes or no.') : { deleted };
  },
};

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
