import * as z from 'zod/mini';
import { engineTyped } from '#contract/engine-rules.ts';
import type { ImportFieldName } from '#contract/import-fields.ts';
import { numberKinds } from '#contract/number-kinds.ts';
import { mostOfAPart } from '#contract/part-list-rules.ts';
import { Fitment, PartNumber, PartPicture } from '#contract/part-lists.ts';
import type { RowPlan, RowTexts } from './read-row.ts';
import { readYears, yearsNotRead } from './read-years.ts';
import type { Fault, WantedPart } from './wanted-part.ts';

/** What some fields of a row say together. */
interface Found {
  readonly found: Partial<WantedPart>;
  readonly faults: readonly Fault[];
}
const nothing: Found = { found: {}, faults: [] };

type Kind = PartNumber['kind'];
const kinds = Object.keys(numberKinds) as Kind[];

/** Numbers in columns of their kinds, several in a cell, and the one of this row with its kind. */
export function readNumbers(texts: RowTexts): Found {
  const numbers: PartNumber[] = [];
  const faults: Fault[] = [];
  const take = (field: Kind | 'number', typed: object, value: string) => {
    const parsed = z.safeParse(PartNumber, typed);
    if (parsed.success) numbers.push(parsed.data);
    else
      faults.push({
        field,
        value,
        reason: reasonOf(parsed.error, 'Must be a number of its kind.'),
      });
  };
  for (const kind of kinds)
    for (const text of listed(texts[kind])) take(kind, { kind, ...withMaker(kind, text) }, text);
  if (texts['number'] !== undefined) {
    const { number, numberMaker = '' } = texts;
    take('number', { kind: kindOf(texts['numberKind']), number, maker: numberMaker }, number);
  }
  return { found: numbers.length > 0 ? { numbers } : {}, faults };
}

/** More than a part may have, so that a cell of very many is refused without reading all. */
const mostListed = 5 * mostOfAPart.numbers;

function listed(text = ''): string[] {
  return text
    .split(/[;,|\n]/, mostListed)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** 'Bosch: 0 986 452 041' */
function withMaker(kind: Kind, text: string): Pick<PartNumber, 'number' | 'maker'> {
  const at = kind === 'oe' || kind === 'competitor' ? text.indexOf(':') : -1;
  return at < 0
    ? { number: text, maker: '' }
    : { number: text.slice(at + 1).trim(), maker: text.slice(0, at).trim() };
}

function kindOf(text = 'oe'): string | undefined {
  const typed = text.toLowerCase();
  return kinds.find((kind) => kind === typed || numberKinds[kind].toLowerCase() === typed);
}

/** The vehicle of this row. A first year without a last one is until the latest year: of what is still made, files have no last one. */
export function readFitment(texts: RowTexts, { latestYear }: Pick<RowPlan, 'latestYear'>): Found {
  const { make, model, years, yearFrom, yearTo } = texts;
  if ([make, model, years, yearFrom, yearTo].every((text) => text === undefined)) return nothing;
  const read = years === undefined ? undefined : readYears(years, latestYear);
  const areNeeded = yearFrom === undefined || yearTo === undefined;
  if (years !== undefined && read === undefined && areNeeded)
    return { found: {}, faults: [{ field: 'years', value: years, reason: yearsNotRead }] };
  const typed = {
    make,
    model,
    yearFrom: yearFrom ?? read?.yearFrom,
    yearTo: yearTo ?? read?.yearTo ?? latestYear,
    engine: texts['fitEngine'] && engineTyped(texts['fitEngine']),
    position: texts['fitPosition']?.toLowerCase(),
    note: texts['fitNote'],
    remark: texts['fitRemark'],
    source: texts['fitSource'],
  };
  const parsed = z.safeParse(Fitment, typed);
  if (parsed.success) return { found: { fitments: [parsed.data] }, faults: [] };
  const [issue] = parsed.error.issues;
  const wrong = String(issue?.path[0] ?? 'yearFrom');
  const yearField = wrong === 'yearTo' ? 'yearTo' : 'yearFrom';
  const field = fieldOf[wrong] ?? (years === undefined ? yearField : 'years');
  const reason = reasonOf(parsed.error, 'A vehicle needs make, model and years.');
  return { found: {}, faults: [{ field, value: texts[field] ?? '', reason }] };
}

const fieldOf: Readonly<Partial<Record<string, ImportFieldName>>> = {
  make: 'make',
  model: 'model',
  engine: 'fitEngine',
  position: 'fitPosition',
  note: 'fitNote',
  remark: 'fitRemark',
  source: 'fitSource',
};

/** The further picture of this row. */
export function readPicture(texts: RowTexts): Found {
  const { picture, pictureAlt = '' } = texts;
  if (picture === undefined) return nothing;
  const parsed = z.safeParse(PartPicture, { image: picture, alt: pictureAlt });
  if (parsed.success) return { found: { pictures: [parsed.data] }, faults: [] };
  const reason = reasonOf(parsed.error, 'Please upload the picture again.');
  return { found: {}, faults: [{ field: 'picture', value: picture, reason }] };
}

/** The schema's own sentence, if it has one. */
function reasonOf({ issues: [issue] }: z.core.$ZodError, otherwise: string): string {
  return issue?.code === 'custom' ? issue.message : otherwise;
}
