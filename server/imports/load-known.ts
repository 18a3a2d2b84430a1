import { sql } from 'kysely';
import { partNumberKey } from '#contract/part-rules.ts';
import { idPattern } from '#contract/fields.ts';
import type { PartType } from '#contract/part-lists.ts';
import { listPartTypes } from '#server/parts/types-store.ts';
import { vehiclesOf } from '#server/vehicles/kept-vehicles.ts';
import type { Database } from '#server/shop.ts';
import { loadParts } from './load-parts.ts';
import { brandKey, noPicture, type Known } from './settle-part.ts';
import type { WantedPart } from './wanted-part.ts';

/** Part types by their ids; read once for an import. */
export async function loadTypes(db: Database): Promise<Map<string, PartType>> {
  return new Map((await listPartTypes(db)).map((type) => [type.id, type]));
}

export interface KnownWanted {
  readonly types: Known['types'];
  /** The key of the supplier. */
  readonly supplier: string | null;
  /** The last year that a vehicle can be of. */
  readonly latestYear: number;
  /** What is locked until the end of the transaction: pictures alone, or parts, too, in the order of their ids. */
  readonly lock: 'all' | 'pictures' | 'nothing';
}

/** What the shop knows of the parts that these rows are about. */
export async function loadKnown(
  tx: Database,
  wanted: readonly WantedPart[],
  { types, supplier, latestYear, lock }: KnownWanted,
): Promise<Known> {
  const byOwn = await ownersOf(tx, wanted);
  const bySupplier = supplier === null ? new Map() : await supplied(tx, supplier, wanted);
  const ids = [
    ...wanted.flatMap(({ id }) => (id === undefined ? [] : [id])),
    ...byOwn.values(),
    ...bySupplier.values(),
  ];
  const [parts, byBarcode, brands, images] = [
    await loadParts(tx, ids, lock === 'all'),
    await bearersOf(tx, wanted),
    await brandsOf(tx, wanted),
    await imagesOf(tx, wanted, lock !== 'nothing'),
  ];
  const links = supplier === null ? null : await linksWith(tx, supplier, [...parts.keys()]);
  return {
    types,
    vehicles: await vehiclesOf(tx),
    latestYear,
    parts,
    byOwn,
    bySupplier,
    supplied: links,
    byBarcode,
    brands,
    images,
  };
}

async function ownersOf(tx: Database, wanted: readonly WantedPart[]): Promise<Map<string, string>> {
  const keys = wanted
    .flatMap(({ partNumber = '', replacedBy = '' }) => [
      partNumberKey(partNumber),
      idPattern.test(replacedBy) ? '' : partNumberKey(replacedBy),
    ])
    .filter((key) => key !== '');
  if (keys.length === 0) return new Map();
  const rows = await tx
    .selectFrom('parts')
    .select(['id', 'part_number_key'])
    .where('part_number_key', '=', sql<string>`any(${keys}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.part_number_key ?? '', row.id]));
}

async function supplied(tx: Database, supplier: string, wanted: readonly WantedPart[]) {
  const keys = wanted.flatMap(({ supplierNumber }) =>
    supplierNumber === undefined ? [] : [partNumberKey(supplierNumber)],
  );
  if (keys.length === 0) return new Map<string, string>();
  const rows = await tx
    .selectFrom('supplier_parts')
    .select(['number_key', 'part_id'])
    .where('supplier_key', '=', supplier)
    .where('number_key', '=', sql<string>`any(${keys}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.number_key ?? '', row.part_id]));
}

/** Those of these parts that the supplier's lists brought, with its numbers for them. */
async function linksWith(tx: Database, supplier: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string | null>();
  const rows = await tx
    .selectFrom('supplier_parts')
    .select(['part_id', 'number_key'])
    .where('supplier_key', '=', supplier)
    .where('part_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.part_id, row.number_key]));
}

async function bearersOf(tx: Database, wanted: readonly WantedPart[]) {
  const keys = wanted
    .flatMap(({ numbers = [] }) => numbers)
    .filter(({ kind }) => kind === 'barcode')
    .map(({ number }) => partNumberKey(number));
  if (keys.length === 0) return new Map<string, string>();
  const rows = await tx
    .selectFrom('part_numbers')
    .select(['number_key', 'part_id'])
    .where('kind', '=', 'barcode')
    .where('number_key', '=', sql<string>`any(${keys}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.number_key, row.part_id]));
}

async function brandsOf(tx: Database, wanted: readonly WantedPart[]) {
  const keys = [...new Set(wanted.flatMap(({ brand }) => (brand ? [brandKey(brand)] : [])))];
  if (keys.length === 0) return new Map<string, string>();
  const rows = await tx
    .selectFrom('brands')
    .selectAll()
    .where('name_key', '=', sql<string>`any(${keys}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.name_key, row.name]));
}

/** The shop's own pictures among those that are wanted; locked ones stay until the end of the transaction. */
async function imagesOf(tx: Database, wanted: readonly WantedPart[], lock: boolean) {
  const urls = wanted.flatMap(({ image, pictures = [] }) => [
    ...(image === undefined ? [] : [image]),
    ...pictures.map((picture) => picture.image),
  ]);
  if (urls.length === 0) return new Set([noPicture]);
  const found = tx
    .selectFrom('images')
    .select('url')
    .where('url', '=', sql<string>`any(${[...new Set(urls)]}::text[])`)
    .where('leaving_since', 'is', null);
  const rows = await (lock ? found.orderBy('url').forShare() : found).execute();
  return new Set([noPicture, ...rows.map(({ url }) => url)]);
}
