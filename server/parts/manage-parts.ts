import { dollarsOf } from '#contract/money.ts';
import type { NewPart, PartEdit, PartFacts } from '#contract/parts.ts';
import { recordAudit } from '#server/audit/store.ts';
import { newId } from '#server/db/new-id.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import {
  changeStock,
  insertPart,
  isOwnImage,
  lockPart,
  setArchived,
  updateFacts,
  type ManagedPartRow,
} from '#server/parts/manage-parts-store.ts';
import { insertLedgerRow } from '#server/parts/store.ts';
import type { Database, Shop } from '#server/shop.ts';

/** Adds a part with its opening stock; answers its id. Refuses with `image_unknown`. */
export async function addPart(shop: Shop, admin: Customer, { inStock, ...facts }: NewPart): Promise<string> {
  const now = shop.clock.now();
  const id = newId(now);
  await inTransaction(shop.db, async (tx) => {
    if (!(await isOwnImage(tx, facts.image))) refuse('image_unknown');
    await insertPart(tx, id, facts, now);
    if (inStock > 0) await moveStock(tx, { partId: id, change: inStock, reason: 'opening', note: '', admin, now });
    await recordAudit(tx, { actor: admin, action: 'part added', subject: subjectOf(id, facts.name), after: { ...facts, inStock }, now });
  });
  shop.publicPagesChanged();
  return id;
}

/**
 * Changes a part's facts, adjusts its stock, or both. What orders already hold stays as it was ordered.
 * Refuses with `part_not_found`, `part_changed` (naming what is no longer as the editor saw it), `stock_too_low` or `image_unknown`.
 */
export async function editPart(shop: Shop, admin: Customer, id: string, { seen, facts, stock }: PartEdit): Promise<void> {
  const now = shop.clock.now();
  await inTransaction(shop.db, async (tx) => {
    const part = (await lockPart(tx, id)) ?? refuse('part_not_found');
    const current = factsOf(part);
    const changed = differences(seen, current);
    if (Object.keys(changed).length > 0) refuse('part_changed', { details: { changed } });
    if (facts) {
      if (facts.image !== part.image && !(await isOwnImage(tx, facts.image))) refuse('image_unknown');
      const edited = differences(current, facts);
      if (Object.keys(edited).length > 0) {
        await updateFacts(tx, id, facts, now);
        await recordAudit(tx, { actor: admin, action: 'part edited', subject: subjectOf(id, facts.name), ...beforeAfter(edited), now });
      }
    }
    if (stock) {
      await moveStock(tx, { partId: id, change: stock.change, reason: 'adjustment', note: stock.reason, admin, now });
      await recordAudit(tx, {
        actor: admin,
        action: 'stock adjusted',
        subject: subjectOf(id, facts?.name ?? part.name),
        before: { inStock: part.in_stock },
        after: { inStock: part.in_stock + stock.change, reason: stock.reason },
        now,
      });
    }
  });
  shop.publicPagesChanged();
}

/** Takes a part out of the shop, or puts it back; done twice it is done once. Refuses with `part_not_found`. */
export async function archivePart(shop: Shop, admin: Customer, { id, archived }: { id: string; archived: boolean }): Promise<void> {
  const now = shop.clock.now();
  await inTransaction(shop.db, async (tx) => {
    const part = (await lockPart(tx, id)) ?? refuse('part_not_found');
    if ((part.archived_at !== null) === archived) return;
    await setArchived(tx, id, archived ? now : null, now);
    await recordAudit(tx, {
      actor: admin,
      action: archived ? 'part deleted' : 'part restored',
      subject: subjectOf(id, part.name),
      before: { archived: !archived },
      after: { archived },
      now,
    });
  });
  shop.publicPagesChanged();
}

async function moveStock(
  tx: Database,
  move: { partId: string; change: number; reason: 'opening' | 'adjustment'; note: string; admin: Customer; now: Date },
): Promise<void> {
  if (!(await changeStock(tx, move.partId, move.change))) refuse('stock_too_low');
  await insertLedgerRow(tx, {
    id: newId(move.now),
    part_id: move.partId,
    delta: move.change,
    reason: move.reason,
    order_id: null,
    actor: move.admin.userId,
    note: move.note,
    created_at: move.now,
  });
}

function factsOf(part: ManagedPartRow): PartFacts {
  return {
    name: part.name,
    image: part.image,
    description: part.description,
    price: dollarsOf(part.price_cents),
    orderQuantity: part.order_quantity,
  };
}

/** The facts that differ, each with what it was and what it is. */
function differences(was: PartFacts, is: PartFacts): Record<string, { was: unknown; is: unknown }> {
  const keys = Object.keys(is) as (keyof PartFacts)[];
  return Object.fromEntries(keys.filter((key) => was[key] !== is[key]).map((key) => [key, { was: was[key], is: is[key] }]));
}

function beforeAfter(edited: Record<string, { was: unknown; is: unknown }>) {
  const entries = Object.entries(edited);
  return {
    before: Object.fromEntries(entries.map(([key, { was }]) => [key, was])),
    after: Object.fromEntries(entries.map(([key, { is }]) => [key, is])),
  };
}

function subjectOf(id: string, name: string) {
  return { type: 'part' as const, id, name };
}
