import { engineForFiles } from '#contract/engine-rules.ts';
import { importFields, type ImportFieldName } from '#contract/import-fields.ts';
import { idPattern } from '#contract/fields.ts';
import { numberKinds } from '#contract/number-kinds.ts';
import { partNumberKey } from '#contract/part-rules.ts';
import type { Database } from '#server/shop.ts';
import type { TableFormat } from '#server/imports/files/imported-table.ts';
import { writeTable } from '#server/imports/files/write-table.ts';
import { loadParts } from './load-parts.ts';
import type { StoredPart } from './part-state.ts';

const partsAtOnce = 500;
const noPart = '00000000-0000-0000-0000-000000000000';

/** The columns of an export, which an import reads: those of the part, then those of which a part may have several rows. */
export const exportFields: readonly ImportFieldName[] = [
  'id',
  'partNumber',
  'name',
  'brand',
  'type',
  'category',
  'price',
  'inStock',
  'orderQuantity',
  'quantityStep',
  'largestOrder',
  'packLabel',
  'priceBreaks',
  'description',
  'attributes',
  'image',
  'imageAlt',
  'replacedBy',
  'deleted',
  'numberKind',
  'number',
  'numberMaker',
  'make',
  'model',
  'yearFrom',
  'yearTo',
  'fitEngine',
  'fitPosition',
  'fitNote',
  'fitRemark',
  'fitSource',
  'picture',
  'pictureAlt',
];

/** All parts with their facts, deleted ones too, as a file that is written while it is read; an import of it changes nothing. */
export function exportCatalogue(db: Database, format: TableFormat): AsyncIterable<Uint8Array> {
  const header = exportFields.map((field) => importFields[field]);
  return writeTable(format, header, catalogueRows(db));
}

async function* catalogueRows(db: Database): AsyncGenerator<string[]> {
  for (let after = noPart; ;) {
    const ids = await idsAfter(db, after);
    const parts = await loadParts(db, ids, false);
    const numbers = await numbersOf(db, [...parts.values()]);
    for (const part of parts.values())
      for (const texts of rowsOf(part, numbers))
        yield exportFields.map((field) => texts[field] ?? '');
    if (ids.length < partsAtOnce) return;
    after = ids.at(-1) ?? after;
  }
}

async function idsAfter(db: Database, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('parts')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(partsAtOnce)
    .execute();
  return rows.map(({ id }) => id);
}

/** The own numbers of what replaces these parts. */
async function numbersOf(db: Database, parts: readonly StoredPart[]) {
  const ids = parts.flatMap(({ state: { replacedBy } }) =>
    replacedBy === null ? [] : [replacedBy],
  );
  if (ids.length === 0) return new Map<string, string | null>();
  const rows = await db
    .selectFrom('parts')
    .select(['id', 'part_number'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row.part_number]));
}

type Texts = Partial<Record<ImportFieldName, string>>;

/** The rows of a part: each has one of its other numbers, vehicles and further pictures, the first one all else. */
function* rowsOf(
  { id, state, inStock }: StoredPart,
  numbers: ReadonlyMap<string, string | null>,
): Generator<Texts> {
  const { numbers: others, fitments, pictures } = state;
  const rows = Math.max(1, others.length, fitments.length, pictures.length);
  for (let at = 0; at < rows; at += 1)
    yield {
      id,
      partNumber: state.partNumber ?? '',
      ...(at === 0 ? factsOf(state, inStock, numbers) : {}),
      ...numberOf(others[at]),
      ...vehicleOf(fitments[at]),
      picture: pictures[at]?.image ?? '',
      pictureAlt: pictures[at]?.alt ?? '',
    };
}

function factsOf(
  state: StoredPart['state'],
  inStock: number,
  numbers: ReadonlyMap<string, string | null>,
): Texts {
  return {
    name: state.name,
    brand: state.brand ?? '',
    type: state.type ?? '',
    category: state.category ?? '',
    price: state.price.toFixed(2),
    inStock: String(inStock),
    orderQuantity: String(state.orderQuantity),
    quantityStep: String(state.quantityStep ?? ''),
    largestOrder: String(state.largestOrder ?? ''),
    packLabel: state.packLabel ?? '',
    priceBreaks: state.priceBreaks
      .map(({ from, price }) => `${from}: ${price.toFixed(2)}`)
      .join('; '),
    description: state.description,
    attributes: Object.entries(state.attributes)
      .map(([key, value]) => `${key}: ${value}`)
      .join('\n'),
    image: state.image,
    imageAlt: state.imageAlt,
    replacedBy: replacementOf(state.replacedBy, numbers),
    deleted: state.deleted ? 'yes' : 'no',
  };
}

/** By its number, if one finds it by that. */
function replacementOf(id: string | null, numbers: ReadonlyMap<string, string | null>): string {
  const number = numbers.get(id ?? '') ?? '';
  return partNumberKey(number) === '' || idPattern.test(number) ? (id ?? '') : number;
}

function numberOf(other: StoredPart['state']['numbers'][number] | undefined): Texts {
  return other === undefined
    ? {}
    : { numberKind: numberKinds[other.kind], number: other.number, numberMaker: other.maker };
}

function vehicleOf(fitment: StoredPart['state']['fitments'][number] | undefined): Texts {
  if (fitment === undefined) return {};
  const { make, model, yearFrom, yearTo, engine, position, note, remark, source } = fitment;
  return {
    make,
    model,
    yearFrom: String(yearFrom),
    yearTo: String(yearTo),
    fitEngine: engineForFiles(engine),
    fitPosition: position,
    fitNote: note,
    fitRemark: remark,
    fitSource: source,
  };
}
