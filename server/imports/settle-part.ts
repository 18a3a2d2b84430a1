import { errors } from '#contract/errors.ts';
import type { ImportSettings } from '#contract/imports.ts';
import { fitmentKey, type PartNumber, type PartType } from '#contract/part-lists.ts';
import { partNumberKey } from '#contract/part-rules.ts';
import { idPattern } from '#contract/fields.ts';
import { inOrder } from '#server/parts/part-lists.ts';
import type { ShopVehicles } from '#server/vehicles/shop-vehicles.ts';
import { spellFitments } from '#server/vehicles/spell-fitments.ts';
import { faultsOf } from './part-faults.ts';
import { differencesOf, type Changes, type PartState, type StoredPart } from './part-state.ts';
import { settleAttributes } from './settle-attributes.ts';
import { newLink } from './supplier-links.ts';
import type { Fault, WantedPart } from './wanted-part.ts';

/** What the shop knows of the parts of a batch. */
export interface Known {
  readonly types: ReadonlyMap<string, PartType>;
  /** The last year that a vehicle can be of. */
  readonly latestYear: number;
  readonly parts: ReadonlyMap<string, StoredPart>;
  /** Ids of parts: by own number, by the supplier's, by barcode, each as `partNumberKey` writes it. */
  readonly byOwn: ReadonlyMap<string, string>;
  readonly bySupplier: ReadonlyMap<string, string>;
  /** The parts that the supplier's lists brought, each with the key of its number with the supplier, null without one; null without a supplier. */
  readonly supplied: ReadonlyMap<string, string | null> | null;
  readonly byBarcode: ReadonlyMap<string, string>;
  readonly vehicles: Pick<ShopVehicles, 'named'>;
  /** The shop's spelling of brands. */
  readonly brands: ReadonlyMap<string, string>;
  /** Pictures that parts may show. */
  readonly images: ReadonlySet<string>;
}

/** A part of an import beside that of the shop. */
export interface Settled {
  readonly part: StoredPart | undefined;
  readonly result: 'add' | 'change' | 'same' | 'refused';
  /** As it is to be, but for what replaces it. */
  readonly state: PartState;
  /** Null for a new part. */
  readonly changes: Changes | null;
  readonly stockChange: number;
  /** By which key the part is found that has to replace it. */
  readonly replacementKey: string | null;
  readonly faults: readonly Fault[];
}

/** What a part shows that has no picture. */
export const noPicture = '/pictures/no-picture.svg';

/** The part that is meant: by its id, its own number or the supplier's. */
export function partMeant(wanted: WantedPart, known: Known): string | undefined {
  const { id, partNumber, supplierNumber } = wanted;
  return (
    (id !== undefined && known.parts.has(id) ? id : undefined) ??
    (partNumber && known.byOwn.get(partNumberKey(partNumber))) ??
    (supplierNumber && known.bySupplier.get(partNumberKey(supplierNumber))) ??
    undefined
  );
}

/** Compares what a file says of a part with the shop, by the rules of its form. Changes nothing. */
export function settlePart(wanted: WantedPart, known: Known, settings: ImportSettings): Settled {
  const part = known.parts.get(partMeant(wanted, known) ?? '');
  const faults: Fault[] = part ? [] : missingIn(wanted);
  const before = part?.state ?? newState(wanted, settings);
  const state = settledState(before, wanted, { known, settings, faults });
  if (faults.length === 0) faults.push(...faultsOf(state, part, known));
  const stockChange = stockChangeOf(wanted, part);
  const stock = (part?.inStock ?? 0) + stockChange;
  if (stock < 0 || stock > 2_000_000_000)
    faults.push({
      field: wanted.inStock === undefined ? 'stockChange' : 'inStock',
      reason: errors.stock_too_low[1],
    });
  const replacementKey = replacementOf(wanted, part, known);
  const changes = part ? differencesOf(part.state, state) : null;
  if (part && changes && stockChange !== 0) changes['inStock'] = [part.inStock, stock];
  if (part && changes) Object.assign(changes, newLink(part.id, wanted, known.supplied));
  const isSame = changes && Object.keys(changes).length === 0 && replacementKey === null;
  const done = part === undefined ? 'add' : isSame ? 'same' : 'change';
  const result = faults.length > 0 ? 'refused' : done;
  return { part, result, state, changes, stockChange, replacementKey, faults };
}

function missingIn({ name, price }: WantedPart): Fault[] {
  return [
    ...(name === undefined ? [{ field: 'name', reason: 'A new part needs a name.' } as const] : []),
    ...(price === undefined
      ? [{ field: 'price', reason: 'A new part needs a price.' } as const]
      : []),
  ];
}

function newState({ name = '' }: WantedPart, { minimumOrder }: ImportSettings): PartState {
  return {
    name,
    brand: null,
    partNumber: null,
    type: null,
    category: null,
    price: 0,
    orderQuantity: minimumOrder,
    quantityStep: null,
    largestOrder: null,
    packLabel: null,
    priceBreaks: [],
    description: name,
    image: noPicture,
    imageAlt: '',
    replacedBy: null,
    deleted: false,
    attributes: {},
    numbers: [],
    pictures: [],
    fitments: [],
  };
}

interface Surroundings {
  readonly known: Known;
  readonly settings: ImportSettings;
  readonly faults: Fault[];
}

function settledState(
  before: PartState,
  wanted: WantedPart,
  { known, settings, faults }: Surroundings,
): PartState {
  const typeId = wanted.type ?? before.type;
  const type = known.types.get(typeId ?? '');
  const types = { before: known.types.get(before.type ?? ''), now: type };
  const { attributes, faults: wrong } = settleAttributes(types, wanted, before, settings.decimal);
  faults.push(...wrong);
  const {
    id: _id,
    supplierNumber: _s,
    replacedBy: _r,
    inStock: _i,
    stockChange: _c,
    ...facts
  } = wanted;
  return {
    ...before,
    ...facts,
    type: typeId,
    category: type?.category ?? wanted.category ?? before.category,
    brand: wanted.brand ? (known.brands.get(brandKey(wanted.brand)) ?? wanted.brand) : before.brand,
    deleted: wanted.deleted ?? (settings.missing === 'archive' ? false : before.deleted),
    attributes,
    imageAlt: wordsOfImage(before, wanted),
    numbers: numbersOf(before, wanted, settings),
    pictures: wanted.pictures ?? before.pictures,
    fitments: fitmentsOf(before, wanted, { known, settings }),
  };
}

/** What is seen on the first picture: words of the picture before would describe another one. */
function wordsOfImage(before: PartState, { image = before.image, imageAlt }: WantedPart): string {
  return imageAlt ?? (image === before.image ? before.imageAlt : '');
}

/** A name without letters and digits is its own key. */
export function brandKey(name: string): string {
  return partNumberKey(name) || name;
}

const numberKey = ({ kind, number, maker }: PartNumber) =>
  `${kind} ${partNumberKey(number)} ${maker}`;

/** Numbers take the place of those of their kinds, or come to them. */
function numbersOf(before: PartState, { numbers }: WantedPart, { lists }: ImportSettings) {
  if (numbers === undefined) return before.numbers;
  // A barcode is nobody's: who made the part stands in it.
  const wanted = numbers.map((one) => (one.kind === 'barcode' ? { ...one, maker: '' } : one));
  const kinds = new Set(wanted.map(({ kind }) => kind));
  const kept = before.numbers.filter(({ kind }) => lists === 'add' || !kinds.has(kind));
  return inOrder([...new Map([...kept, ...wanted].map((one) => [numberKey(one), one])).values()]);
}

function fitmentsOf(
  before: PartState,
  { fitments: typed }: WantedPart,
  { known, settings: { lists } }: Pick<Surroundings, 'known' | 'settings'>,
) {
  if (typed === undefined) return before.fitments;
  const fitments = spellFitments(typed, known.vehicles);
  if (lists === 'replace') return inOrder(fitments);
  const stays = new Set(fitments.map(fitmentKey));
  return inOrder([...before.fitments.filter((one) => !stays.has(fitmentKey(one))), ...fitments]);
}

function stockChangeOf({ inStock, stockChange = 0 }: WantedPart, part: StoredPart | undefined) {
  return inStock === undefined ? stockChange : inStock - (part?.inStock ?? 0);
}

/** Of the part that the file names as the replacement, unless it is that already. */
function replacementOf({ replacedBy }: WantedPart, part: StoredPart | undefined, known: Known) {
  if (replacedBy === undefined) return null;
  const isId = idPattern.test(replacedBy);
  const there = isId ? replacedBy : known.byOwn.get(partNumberKey(replacedBy));
  if (there !== undefined && there === part?.state.replacedBy) return null;
  return isId ? `part:${replacedBy}` : `own:${partNumberKey(replacedBy)}`;
}
