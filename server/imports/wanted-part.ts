import { isDeepStrictEqual } from 'node:util';
import type { ImportFieldName } from '#contract/import-fields.ts';
import { mostOfAPart } from '#contract/part-list-rules.ts';
import type { Fitment, PartNumber, PartPicture, PriceBreak } from '#contract/part-lists.ts';
import { partNumberKey } from '#contract/part-rules.ts';

/** What the rows of a file say of one part; what they leave open is missing. Prices in dollars. */
export interface WantedPart {
  id?: string;
  partNumber?: string;
  supplierNumber?: string;
  name?: string;
  brand?: string;
  /** Ids. */
  type?: string;
  category?: string;
  price?: number;
  orderQuantity?: number;
  quantityStep?: number;
  largestOrder?: number;
  packLabel?: string;
  priceBreaks?: PriceBreak[];
  inStock?: number;
  stockChange?: number;
  description?: string;
  image?: string;
  imageAlt?: string;
  /** Another part's own number, or its id. */
  replacedBy?: string;
  deleted?: boolean;
  /** Attributes as they are typed: the part's type says what they are. */
  attributes?: Record<string, string>;
  numbers?: PartNumber[];
  pictures?: PartPicture[];
  /** The file names more further pictures than these, but the check found that they cannot be had. */
  lacksPictures?: true;
  fitments?: Fitment[];
}

/** Why something cannot be used. */
export interface Fault {
  readonly field: ImportFieldName | `attribute:${string}`;
  /** As it stands in the file, when that is known. */
  readonly value?: string;
  readonly reason: string;
}

/** Under these keys a part stands in a file: the first ones say which part it is, barcodes are no other part's. */
export function keysOf(wanted: WantedPart): { identity: string[]; barcodes: string[] } {
  const { id, partNumber, supplierNumber, numbers = [] } = wanted;
  const own = partNumber && partNumberKey(partNumber);
  const supplier = supplierNumber && partNumberKey(supplierNumber);
  const barcodes = numbers.filter(({ kind }) => kind === 'barcode');
  return {
    identity: [
      ...(id ? [`part:${id}`] : []),
      ...(own ? [`own:${own}`] : []),
      ...(supplier ? [`supplier:${supplier}`] : []),
    ],
    barcodes: [...new Set(barcodes.map(({ number }) => `barcode:${partNumberKey(number)}`))],
  };
}

const lists = ['numbers', 'pictures', 'fitments'] as const;

const wordsOfRows = new WeakMap<object, string>();

/** A row of a list as text, for comparing; written once for each row. */
function wordsOf(row: object): string {
  const words =
    wordsOfRows.get(row) ??
    JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  wordsOfRows.set(row, words);
  return words;
}

/**
 * Adds what another row says of the same part. A fact that both say differently is answered, and then nothing is added: one of
 * the rows is wrong. So is a second stock change of a row that says nothing else: it may be another delivery or the same.
 */
export function addRow(part: WantedPart, more: WantedPart): Fault['field'] | undefined {
  const { attributes = {}, numbers: _n, pictures: _p, fitments: _f, ...facts } = more;
  const known: Readonly<Record<string, unknown>> = { ...part };
  const other = Object.entries(facts).find(
    ([name, value]) => known[name] !== undefined && !isDeepStrictEqual(known[name], value),
  );
  if (other) return other[0] as ImportFieldName;
  const attribute = Object.entries(attributes).find(
    ([key, value]) => (part.attributes?.[key] ?? value) !== value,
  );
  if (attribute) return `attribute:${attribute[0]}`;
  if (more.stockChange !== undefined && part.stockChange !== undefined && !saysMore(part, more))
    return 'stockChange';
  Object.assign(part, facts);
  if (more.attributes) part.attributes = { ...part.attributes, ...attributes };
  for (const list of lists) addToList(part, more, list);
  return undefined;
}

/** Whether a row that contradicts nothing says something that was not known of its part. */
function saysMore(part: WantedPart, { attributes = {}, ...more }: WantedPart): boolean {
  return (
    Object.keys(more).some((name) => part[name as keyof WantedPart] === undefined) ||
    Object.keys(attributes).some((key) => part.attributes?.[key] === undefined) ||
    lists.some((list) => freshOf(part, more, list).length > 0)
  );
}

function addToList(part: WantedPart, more: WantedPart, list: (typeof lists)[number]): void {
  if (more[list] === undefined) return;
  const there: readonly object[] = part[list] ?? [];
  // A part with more is refused, however many more there are.
  if (there.length > mostOfAPart[list]) return;
  Object.assign(part, { [list]: [...there, ...freshOf(part, more, list)] });
}

/** The rows of a list that the part does not have yet. The same picture may stand at a part twice; a number or a vehicle that is repeated says nothing new. */
function freshOf(part: WantedPart, more: WantedPart, list: (typeof lists)[number]): object[] {
  const there: readonly object[] = list === 'pictures' ? [] : (part[list] ?? []);
  const known = new Set(there.map((one) => wordsOf(one)));
  return (more[list] ?? []).filter((one) => !known.has(wordsOf(one)));
}
