import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { partFactNames } from '#contract/part-facts.ts';
import {
  SeenFacts,
  type NewPart,
  type PartEdit,
  type PartFacts,
  type StockAdjustment,
} from '#contract/parts.ts';
import { recordAudit, type AuditNote } from '#server/audit/store.ts';
import { newId } from '#server/db/new-id.ts';
import { writeSearchWords } from '#server/db/search-words.ts';
import { inTransaction, uniqueIndexOf } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { oncePerKey } from '#server/idempotency/store.ts';
import { holdOwnImage, keepImage, keepListedImages } from '#server/images/store.ts';
import {
  changeStock,
  insertPart,
  lockPart,
  updatePart,
  type ManagedPartRow,
  type WholeManagedRow,
} from './manage-parts-store.ts';
import { columnsOf, showPart } from './part-row.ts';
import { findPartLists, writePartLists } from './part-lists.ts';
import { settleFacts } from './settle-facts.ts';
import { insertLedgerRow } from './store.ts';
import type { Database, Shop } from '#server/shop.ts';

/** An admin at a form, with its idempotency key. */
interface Editor extends Customer {
  readonly key: string | undefined;
}

/** A transaction in which an admin changes parts, and its time. */
interface Write {
  readonly tx: Database;
  readonly admin: Customer;
  readonly now: Date;
}

/** Adds a part with its opening stock; answers its id. Refuses with `image_unknown`, `key_reused` or as `settleFacts` does. */
export function addPart(
  shop: Shop,
  admin: Editor,
  { inStock, ...facts }: NewPart,
): Promise<string> {
  return once(shop, admin, ['add-part', inStock, facts], async (write) => {
    const id = newId(write.now);
    await holdImages(write.tx, facts, []);
    const settled = await settleFacts(write.tx, { id }, facts);
    await insertPart(write.tx, id, settled, write.now);
    await writePartLists(write.tx, id, settled);
    await keepListed(write, settled);
    await writeSearchWords(write.tx, [id]);
    if (inStock > 0) await moveStock(write, id, { change: inStock, reason: 'opening', note: '' });
    await audit(write, 'part added', { id, name: facts.name }, { after: { ...settled, inStock } });
    return id;
  });
}

/**
 * Changes a part's facts, and also its stock if the edit contains that. Existing orders do not change. Refuses with
 * `part_not_found`, `part_changed` (with the facts that somebody else has changed since the editor read them),
 * `stock_too_low`, `image_unknown`, `key_reused`, or as `settleFacts` does.
 */
export async function editPart(
  shop: Shop,
  admin: Editor,
  id: string,
  { seen, facts, stock }: PartEdit,
): Promise<void> {
  // Without `seen`, because a retry may have read what the first try changed.
  await once(shop, admin, ['edit-part', id, facts ?? null, stock ?? null], async (write) => {
    const part = (await lockPart(write.tx, id, facts?.replacedBy)) ?? refuse('part_not_found');
    const current = await factsOf(write.tx, part);
    const changed = differences(seen, current);
    if (Object.keys(changed).length > 0) refuse('part_changed', { details: { changed } });
    if (facts) await changeFacts(write, { id, facts: current }, facts);
    if (stock) await adjust(write, { ...part, ...facts }, stock);
    return null;
  });
}

/** Adds pieces to the stock or removes them. Refuses with `part_not_found`, `stock_too_low` or `key_reused`. */
export async function adjustStock(
  shop: Shop,
  admin: Editor,
  id: string,
  adjustment: StockAdjustment,
): Promise<void> {
  await once(shop, admin, ['adjust-stock', id, adjustment], async (write) => {
    await adjust(write, (await lockPart(write.tx, id)) ?? refuse('part_not_found'), adjustment);
    return null;
  });
}

/** Archives a part or restores it; idempotent. Refuses with `part_not_found`. */
export async function archivePart(
  shop: Shop,
  admin: Customer,
  { id, archived }: { id: string; archived: boolean },
): Promise<void> {
  await once(shop, { ...admin, key: undefined }, [], async (write) => {
    const part = (await lockPart(write.tx, id)) ?? refuse('part_not_found');
    if ((part.archived_at !== null) === archived) return;
    await updatePart(write.tx, id, { archived_at: archived ? write.now : null }, write.now);
    await audit(write, archived ? 'part deleted' : 'part restored', part, {
      before: { archived: !archived },
      after: { archived },
    });
  });
}

/** Does a write once per idempotency key, in a transaction, and then clears the page cache. */
async function once<Answer>(
  shop: Shop,
  { key, ...admin }: Editor,
  request: readonly unknown[],
  work: (write: Write) => Promise<Answer>,
): Promise<Answer> {
  const now = shop.clock.now();
  const run = () =>
    inTransaction(shop.db, (tx) =>
      oncePerKey(tx, { userId: admin.userId, key, request, now }, () => work({ tx, admin, now })),
    );
  const answer = await run().catch((error: unknown) => {
    // Somebody took the number at the same moment: now it is refused with what it is and whose.
    if (isTakenNumber(error)) return run();
    throw error;
  });
  shop.publicPagesChanged();
  return answer;
}

function isTakenNumber(error: unknown): boolean {
  return ['parts_own_number', 'part_numbers_barcode'].includes(uniqueIndexOf(error) ?? '');
}

async function changeFacts(
  write: Write,
  { id, facts: current }: { readonly id: string; readonly facts: SeenFacts },
  wanted: PartFacts,
): Promise<void> {
  const { tx, now } = write;
  const shown = imagesOf(current);
  await holdImages(tx, wanted, shown);
  const facts = await settleFacts(tx, { id, facts: current }, wanted);
  const edited = Object.entries(differences(current, facts));
  if (edited.length === 0) return;
  const kept = new Set(imagesOf({ ...current, ...facts }));
  for (const image of shown) if (!kept.has(image)) await keepImage(tx, image, now);
  await updatePart(tx, id, columnsOf(facts), now);
  await writePartLists(tx, id, facts);
  await keepListed(write, facts);
  await writeSearchWords(tx, [id]);
  await audit(
    write,
    'part edited',
    { id, name: facts.name },
    {
      before: Object.fromEntries(edited.map(([fact, { was }]) => [fact, was])),
      after: Object.fromEntries(edited.map(([fact, { is }]) => [fact, is])),
    },
  );
}

function imagesOf({ image, pictures = [] }: Pick<SeenFacts, 'image' | 'pictures'>): string[] {
  return [image, ...pictures.map((picture) => picture.image)];
}

function keepListed({ tx, now }: Write, { pictures = [] }: PartFacts): Promise<void> {
  return keepListedImages(
    tx,
    pictures.map(({ image }) => image),
    now,
  );
}

/** Refuses with `image_unknown`, and which it is, a picture that neither was shown before nor is one of the shop's own. */
async function holdImages(tx: Database, facts: PartFacts, shown: readonly string[]) {
  for (const image of imagesOf(facts))
    if (!shown.includes(image) && !(await holdOwnImage(tx, image)))
      refuse('image_unknown', { details: { image } });
}

async function adjust(
  write: Write,
  part: Pick<ManagedPartRow, 'id' | 'name' | 'in_stock'>,
  { change, reason }: StockAdjustment,
): Promise<void> {
  await moveStock(write, part.id, { change, reason: 'adjustment', note: reason });
  await audit(write, 'stock adjusted', part, {
    before: { inStock: part.in_stock },
    after: { inStock: part.in_stock + change, reason },
  });
}

async function moveStock(
  { tx, admin, now }: Write,
  partId: string,
  move: { change: number; reason: 'opening' | 'adjustment'; note: string },
): Promise<void> {
  if (!(await changeStock(tx, partId, move.change))) refuse('stock_too_low');
  await insertLedgerRow(tx, {
    id: newId(now),
    part_id: partId,
    delta: move.change,
    reason: move.reason,
    order_id: null,
    actor: admin.userId,
    note: move.note,
    created_at: now,
  });
}

function audit(
  { tx, admin, now }: Write,
  action: string,
  { id, name }: { readonly id: string; readonly name: string },
  changes: Pick<AuditNote, 'before' | 'after'>,
): Promise<void> {
  return recordAudit(tx, {
    actor: admin,
    action,
    subject: { type: 'part', id, name },
    ...changes,
    now,
  });
}

async function factsOf(tx: Database, part: WholeManagedRow): Promise<SeenFacts> {
  const lists = await findPartLists(tx, part.id);
  return z.parse(SeenFacts, { ...showPart(part), attributes: part.attributes, ...lists });
}

/** The facts that differ, with both values; facts that one side lacks do not count. */
function differences(was: Partial<SeenFacts>, is: Partial<SeenFacts>) {
  const changed = partFactNames
    .map((fact) => [fact, { was: was[fact], is: is[fact] }] as const)
    .filter(
      ([, fact]) =>
        fact.was !== undefined && fact.is !== undefined && !isDeepStrictEqual(fact.was, fact.is),
    );
  return Object.fromEntries(changed);
}
