import * as z from 'zod/mini';
import { errors } from '#contract/errors.ts';
import type { ImportFieldName } from '#contract/import-fields.ts';
import { newPartFacts, type NewPartFactName } from '#contract/part-facts.ts';
import type { PartFact } from '#contract/part-fact.ts';
import { partNumberKey } from '#contract/part-rules.ts';
import { idPattern } from '#contract/fields.ts';
import {
  decimalProblems,
  parseDecimal,
  type DecimalStyle,
} from '#server/imports/files/decimals.ts';
import type { RowPlan } from './read-row.ts';
import { typedBreaks } from './typed-breaks.ts';
import type { WantedPart } from './wanted-part.ts';

/** Why a cell cannot be used, as a sentence. */
export class Unusable {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

type Reader = (text: string, plan: RowPlan) => Partial<WantedPart> | Unusable;

const factReader =
  (
    name: Exclude<
      NewPartFactName,
      'attributes' | 'numbers' | 'pictures' | 'fitments' | 'priceBreaks'
    >,
  ): Reader =>
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
  (
    name: 'price' | 'inStock' | 'orderQuantity' | 'quantityStep' | 'largestOrder',
    places: number,
  ): Reader =>
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

/** Fields of one column that say one fact. */
export const readers: Readonly<Partial<Record<ImportFieldName, Reader>>> = {
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
  quantityStep: numberReader('quantityStep', 0),
  largestOrder: numberReader('largestOrder', 0),
  packLabel: factReader('packLabel'),
  priceBreaks: (text, { decimal }) => checked('priceBreaks', typedBreaks(text, decimal)),
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
