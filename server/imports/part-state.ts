import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { withoutHost } from '#contract/image-rules.ts';
import type {
  Attributes,
  Fitment,
  PartNumber,
  PartPicture,
  PriceBreak,
} from '#contract/part-lists.ts';

/** All facts of a part that an import can change, as they are stored; the price in dollars. */
export interface PartState {
  readonly name: string;
  readonly brand: string | null;
  readonly partNumber: string | null;
  readonly type: string | null;
  readonly category: string | null;
  readonly price: number;
  readonly orderQuantity: number;
  readonly quantityStep: number | null;
  readonly largestOrder: number | null;
  readonly packLabel: string | null;
  readonly priceBreaks: readonly PriceBreak[];
  readonly description: string;
  readonly image: string;
  readonly imageAlt: string;
  /** An id. */
  readonly replacedBy: string | null;
  readonly deleted: boolean;
  readonly attributes: Attributes;
  readonly numbers: readonly PartNumber[];
  readonly pictures: readonly PartPicture[];
  readonly fitments: readonly Fitment[];
}
type StateFact = keyof PartState;

/** A part of the shop with its stock. */
export interface StoredPart {
  readonly id: string;
  readonly state: PartState;
  readonly inStock: number;
}

/** The values of facts before and after; beside them the stock, and how the supplier's lists know the part. */
export type Changes = Record<string, [before: unknown, after: unknown]>;

const besideTheFacts: ReadonlySet<string> = new Set([
  'inStock',
  'supplierNumber',
  'ofThisSupplier',
]);

/** Whether facts of the part itself are among the changes. */
export function hasFactsOf(changes: Changes | null): boolean {
  return Object.keys(changes ?? {}).some((name) => !besideTheFacts.has(name));
}

export function differencesOf(was: PartState, is: PartState): Changes {
  const names = Object.keys(is) as StateFact[];
  const changed = names.filter((name) => !isDeepStrictEqual(was[name], is[name]));
  return Object.fromEntries(changed.map((name) => [name, [was[name], is[name]]]));
}

/** The state before these changes. */
export function stateBefore(is: PartState, changes: Changes): PartState {
  const facts = Object.entries(changes).filter(([name]) => !besideTheFacts.has(name));
  const before = facts.map(([name, [was]]) => [name, was]);
  return { ...is, ...(Object.fromEntries(before) as Partial<PartState>) };
}

/** Equal for equal facts: by it is known whether anybody has changed a part since. Where its pictures are kept is no fact of it. */
export function digestOf(stored: PartState): string {
  const { image, pictures } = stored;
  const state = {
    ...stored,
    image: withoutHost(image),
    pictures: pictures.map((one) => ({ ...one, image: withoutHost(one.image) })),
  };
  const attributes = Object.entries(state.attributes).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const names = (Object.keys(state) as StateFact[]).filter((name) => !isLater(name)).toSorted();
  const facts = names.map((name) => (name === 'attributes' ? attributes : inOneOrder(state[name])));
  // What came to parts later counts only where a part has it, so that imports of older versions can be undone.
  const more = laterFacts
    .filter((name) => state[name] !== null && !isDeepStrictEqual(state[name], []))
    .map((name) => [name, inOneOrder(state[name])]);
  return createHash('sha256')
    .update(JSON.stringify([...facts, ...more]))
    .digest('base64url');
}

const laterFacts = ['quantityStep', 'largestOrder', 'packLabel', 'priceBreaks'] as const;

function isLater(name: StateFact): boolean {
  return laterFacts.some((later) => later === name);
}

/** Rows of lists may have their properties in any order, and those that came later count only where they say something. */
function inOneOrder(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((row: object) =>
    Object.entries(row)
      .filter(([name, its]) => its !== '' || !laterColumns.has(name))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** Of vehicles. */
const laterColumns: ReadonlySet<string> = new Set(['engine', 'position', 'remark']);
