import { dollarsOf } from '#contract/money.ts';
import type { NewPart, PartEdit, PartFacts } from '#contract/parts.ts';
import { recordAudit } from '#server/audit/store.ts';
import { newId } from '#server/db/new-id.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { oncePerKey } from '#server/idempotency/store.ts';
import {
  changeStock,
  insertPart,
  isOwnImage,
  lockPart,
  setArchived,
  updateFacts,
  type ManagedPartRow,
} from './manage-parts-store.ts';
import { insertLedgerRow } from './store.ts';
import type { Database, Shop } from '#server/shop.ts';

/** An admin at a form, whose key makes a write that is sent twice one write. */
export interface Editor extends Customer {
  readonly key: string | undefined;
}

/** Adds a part with its opening stock; answers its id. Refuses with `image_unknown` or `key_reused`. */
export async function addPart(
  shop: Shop,
  admin: Editor,
  { inStock, ...facts }: NewPart,
): Promise<string> {
  const now = shop.clock.now();
  const id = await once(shop, admin, { request: ['add-part', inStock, facts], now }, async (tx) => {
    const added = newId(now);
    if (!(await isOwnImage(tx, facts.image))) refuse('image_unknown');
    await insertPart(tx, added, facts, now);
    if (inStock > 0)
      await moveStock(tx, {
        partId: added,
        change: inStock,
        reason: 'opening',
        note: '',
        admin,
        now,
      });
    await recordAudit(tx, {
      actor: admin,
      action: 'part added',
      subject: subjectOf(added, facts.name),
      after: { ...facts, inStock },
      now,
    });
    return added;
  });
  shop.publicPagesChanged();
  return id;
}

/**
 * Changes a part's facts, adjusts its stock, or both. What orders already hold stays as it was ordered.
 * Refuses with `part_not_found`, `part_changed` (naming what is no longer as the editor saw it), `stock_too_low`,
 * `image_unknown` or `key_reused`.
 */
export async function editPart(
  shop: Shop,
  admin: Editor,
  id: string,
  { seen, facts, stock }: PartEdit,
): Promise<void> {
  const now = shop.clock.now();
  // Without what was seen: a retry may have seen what the first try changed.
  await once(
    shop,
    admin,
    { request: ['edit-part', id, facts ?? null, stock ?? null], now },
    async (tx) => {
      const part = (await lockPart(tx, id)) ?? refuse('part_not_found');
      const changed = differences(seen, factsOf(part));
      if (Object.keys(changed).length > 0) refuse('part_changed', { details: { changed } });
      if (facts) await changeFacts(tx, part, { facts, admin, now });
      if (stock)
        await adjustStock(tx, { ...part, name: facts?.name ?? part.name }, { stock, admin, now });
      return null;
    },
  );
  shop.publicPagesChanged();
}

/** One transaction, and one write however often the form is sent. */
function once<Answer>(
  shop: Shop,
  { userId, key }: Editor,
  asked: { readonly request: readonly unknown[]; readonly now: Date },
  work: (tx: Database) => Promise<Answer>,
): Promise<Answer> {
  return inTransaction(shop.db, (tx) => oncePerKey(tx, { userId, key, ...asked }, () => work(tx)));
}

async function changeFacts(
  tx: Database,
  part: ManagedPartRow,
  { facts, admin, now }: { facts: PartFacts; admin: Customer; now: Date },
): Promise<void> {
  if (facts.image !== part.image && !(await isOwnImage(tx, facts.image))) refuse('image_unknown');
  const edited = differences(factsOf(part), facts);
  if (Object.keys(edited).length === 0) return;
  await updateFacts(tx, part.id, facts, now);
  await recordAudit(tx, {
    actor: admin,
    action: 'part edited',
    subject: subjectOf(part.id, facts.name),
    ...beforeAfter(edited),
    now,
  });
}

async function adjustStock(
  tx: Database,
  { id, name, in_stock: inStock }: ManagedPartRow,
  {
    stock: { change, reason },
    admin,
    now,
  }: { stock: NonNullable<PartEdit['stock']>; admin: Customer; now: Date },
): Promise<void> {
  await moveStock(tx, { partId: id, change, reason: 'adjustment', note: reason, admin, now });
  await recordAudit(tx, {
    actor: admin,
    action: 'stock adjusted',
    subject: subjectOf(id, name),
    before: { inStock },
    after: { inStock: inStock + change, reason },
    now,
  });
}

/** Takes a part out of the shop, or puts it back; done twice it is done once. Refuses with `part_not_found`. */
export async function archivePart(
  shop: Shop,
  admin: Customer,
  { id, archived }: { id: string; archived: boolean },
): Promise<void> {
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
  move: {
    partId: string;
    change: number;
    reason: 'opening' | 'adjustment';
    note: string;
    admin: Customer;
    now: Date;
  },
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
  return Object.fromEntries(
    keys.filter((key) => was[key] !== is[key]).map((key) => [key, { was: was[key], is: is[key] }]),
  );
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
