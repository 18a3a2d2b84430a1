import { sql } from 'kysely';
import { centsOf } from '#contract/money.ts';
import { partNumberKey } from '#contract/part-rules.ts';
import { newId } from '#server/db/new-id.ts';
import { keepListedImages } from '#server/images/store.ts';
import { storedBreaks } from '#server/parts/part-row.ts';
import { writeSearchWords } from '#server/db/search-words.ts';
import type { Database } from '#server/shop.ts';
import type { PartState } from './part-state.ts';
import { brandKey } from './settle-part.ts';

/** A part as it is to be stored. */
export interface PartToWrite {
  readonly id: string;
  readonly state: PartState;
  readonly isNew: boolean;
  /** The opening stock of a new part, whose ledger row is written beside; of others nothing. */
  readonly openingStock: number;
  /** Whether facts differ by which it is found. */
  readonly hasNewWords: boolean;
  /** Whose rows in other tables differ; of a new part all. */
  readonly lists: ReadonlySet<'numbers' | 'pictures' | 'fitments'>;
}

/**
 * Stores parts with their lists and the words they are found by, each table in one statement. Those that are there must be locked.
 * Rejects with a unique violation when somebody has taken a number at the same moment.
 */
export async function writeParts(
  tx: Database,
  parts: readonly PartToWrite[],
  now: Date,
): Promise<void> {
  if (parts.length === 0) return;
  const [fresh, there] = [parts.filter(({ isNew }) => isNew), parts.filter(({ isNew }) => !isNew)];
  if (fresh.length > 0) await insertParts(tx, fresh, now);
  if (there.length > 0) await updateParts(tx, there, now);
  await writeNumbers(tx, parts);
  await writePictures(tx, parts, now);
  await writeFitments(tx, parts);
  const found = parts.filter(({ hasNewWords }) => hasNewWords);
  await writeSearchWords(
    tx,
    found.map(({ id }) => id),
  );
}

/** Stores brands that are not known yet, as they are spelled here. */
export async function storeBrands(tx: Database, names: readonly string[]): Promise<void> {
  // The first spelling wins.
  const brands = new Map(names.toReversed().map((name) => [brandKey(name), name]));
  if (brands.size === 0) return;
  await sql`
    insert into brands (name_key, name)
      select * from unnest(${[...brands.keys()]}::text[], ${[...brands.values()]}::text[]) order by 1
      on conflict do nothing`.execute(tx);
}

const rowType = sql`
  id uuid, name text, brand text, part_number text, part_number_key text, category_id text, type_id text, description text,
  image text, image_alt text, attributes jsonb, replaced_by uuid, price_cents integer, order_quantity integer, quantity_step integer, largest_order integer, pack_label text, price_breaks jsonb, deleted boolean, in_stock integer, has_new_words boolean`;

function rowsOf(parts: readonly PartToWrite[]) {
  const rows = parts.map(({ id, state, openingStock, hasNewWords }) => ({
    id,
    name: state.name,
    brand: state.brand,
    part_number: state.partNumber,
    part_number_key: state.partNumber === null ? null : partNumberKey(state.partNumber) || null,
    category_id: state.category,
    type_id: state.type,
    description: state.description,
    image: state.image,
    image_alt: state.imageAlt,
    attributes: state.attributes,
    replaced_by: state.replacedBy,
    price_cents: centsOf(state.price),
    order_quantity: state.orderQuantity,
    quantity_step: state.quantityStep,
    largest_order: state.largestOrder,
    pack_label: state.packLabel,
    price_breaks: storedBreaks(state.priceBreaks),
    deleted: state.deleted,
    in_stock: openingStock,
    has_new_words: hasNewWords,
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (${rowType})`;
}

async function insertParts(tx: Database, parts: readonly PartToWrite[], now: Date): Promise<void> {
  await sql`
    insert into parts (id, name, brand, part_number, part_number_key, category_id, type_id, description, image, image_alt,
        attributes, replaced_by, price_cents, order_quantity, quantity_step, largest_order, pack_label, price_breaks, in_stock, created_at, updated_at, archived_at)
      select r.id, r.name, r.brand, r.part_number, r.part_number_key, r.category_id, r.type_id, r.description, r.image,
        r.image_alt, r.attributes, r.replaced_by, r.price_cents, r.order_quantity, r.quantity_step, r.largest_order, r.pack_label, r.price_breaks, r.in_stock, ${now}::timestamptz, ${now}::timestamptz,
        case when r.deleted then ${now}::timestamptz end
      from ${rowsOf(parts)}`.execute(tx);
}

async function updateParts(tx: Database, parts: readonly PartToWrite[], now: Date): Promise<void> {
  await sql`
    update parts p set name = r.name, brand = r.brand, part_number = r.part_number, part_number_key = r.part_number_key,
        category_id = r.category_id, type_id = r.type_id, description = r.description, image = r.image,
        image_alt = r.image_alt, attributes = r.attributes, replaced_by = r.replaced_by, price_cents = r.price_cents,
        order_quantity = r.order_quantity, quantity_step = r.quantity_step, largest_order = r.largest_order, pack_label = r.pack_label,
        price_breaks = r.price_breaks, updated_at = ${now}::timestamptz,
        search_as_of = case when p.search_as_of = p.updated_at and not r.has_new_words then ${now}::timestamptz end,
        archived_at = case when r.deleted then coalesce(p.archived_at, ${now}::timestamptz) end
      from ${rowsOf(parts)} where p.id = r.id`.execute(tx);
}

/** The parts whose list is to be replaced, and of them those that had one. */
function withList(parts: readonly PartToWrite[], list: 'numbers' | 'pictures' | 'fitments') {
  const touched = parts.filter(({ isNew, lists }) => isNew || lists.has(list));
  return { touched, old: touched.filter(({ isNew }) => !isNew).map(({ id }) => id) };
}

async function writeNumbers(tx: Database, parts: readonly PartToWrite[]): Promise<void> {
  const { touched, old } = withList(parts, 'numbers');
  if (old.length > 0)
    await sql`delete from part_numbers where part_id = any(${old}::uuid[])`.execute(tx);
  const rows = touched.flatMap(({ id, state }) =>
    state.numbers.map((one) => ({ part_id: id, ...one, number_key: partNumberKey(one.number) })),
  );
  if (rows.length === 0) return;
  await sql`
    insert into part_numbers (part_id, kind, number, number_key, maker)
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (part_id uuid, kind text, number text, number_key text, maker text)`.execute(tx);
}

async function writePictures(
  tx: Database,
  parts: readonly PartToWrite[],
  now: Date,
): Promise<void> {
  const { touched, old } = withList(parts, 'pictures');
  if (old.length > 0)
    await sql`delete from part_pictures where part_id = any(${old}::uuid[])`.execute(tx);
  const rows = touched.flatMap(({ id, state }) =>
    state.pictures.map((one, at) => ({ part_id: id, position: at + 1, ...one })),
  );
  if (rows.length === 0) return;
  await sql`
    insert into part_pictures (part_id, position, image, alt)
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (part_id uuid, position integer, image text, alt text)`.execute(tx);
  await keepListedImages(
    tx,
    rows.map(({ image }) => image),
    now,
  );
}

async function writeFitments(tx: Database, parts: readonly PartToWrite[]): Promise<void> {
  const { touched, old } = withList(parts, 'fitments');
  if (old.length > 0)
    await sql`delete from fitments where part_id = any(${old}::uuid[])`.execute(tx);
  const rows = touched.flatMap(({ id, state }) =>
    state.fitments.map(({ yearFrom, yearTo, ...one }) => ({
      part_id: id,
      ...one,
      year_from: yearFrom,
      year_to: yearTo,
    })),
  );
  if (rows.length === 0) return;
  // What an import noted before 0104, and undoes now, has no engine, position and remark.
  await sql`
    insert into fitments (part_id, make, model, year_from, year_to, engine, position, note, remark, source)
      select part_id, make, model, year_from, year_to, coalesce(engine, ''), coalesce(position, ''), note, coalesce(remark, ''), source
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (part_id uuid, make text, model text, year_from integer, year_to integer, engine text, position text, note text,
          remark text, source text)`.execute(tx);
}

/** Of these facts the words are made that `writeSearchWords` writes. */
const wordFacts: ReadonlySet<string> = new Set(
  'name brand partNumber type category description attributes numbers fitments'.split(' '),
);

/** Whether one of these facts is one that a part is found by. */
export function hasWordFacts(facts: Iterable<string>): boolean {
  return [...facts].some((fact) => wordFacts.has(fact));
}

/** A change of a part's stock and why, for the ledger. */
export interface StockMove {
  readonly partId: string;
  readonly change: number;
  readonly reason: 'opening' | 'adjustment';
}

/** What the ledger says of the pieces that an import of this name moved. */
export function noteOfImport(name: string): string {
  return `Import of ${name}`;
}

/** Moves the stock of parts, which must be locked and have enough of it, and says so in the ledger; new parts have theirs already. */
export async function moveStocks(
  tx: Database,
  moves: readonly StockMove[],
  { actor, note, now }: { actor: string; note: string; now: Date },
): Promise<void> {
  if (moves.length === 0) return;
  const rows = moves.map(({ partId, change, reason }) => ({
    id: newId(now),
    part_id: partId,
    delta: change,
    reason,
  }));
  const recordset = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, part_id uuid, delta integer, reason text)`;
  if (moves.some(({ reason }) => reason !== 'opening'))
    await sql`
      update parts p set in_stock = p.in_stock + r.delta from ${recordset} where p.id = r.part_id and r.reason <> 'opening'`.execute(
      tx,
    );
  await sql`
    insert into stock_ledger (id, part_id, delta, reason, actor, note, created_at)
      select r.id, r.part_id, r.delta, r.reason, ${actor}, case when r.reason = 'opening' then '' else ${note} end, ${now}::timestamptz
      from ${recordset}`.execute(tx);
}
