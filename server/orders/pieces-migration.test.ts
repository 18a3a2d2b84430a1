import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { migrate, migrateUpTo } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { examineBooks } from '#server/doctor/examine.ts';
import type { Database } from '#server/shop.ts';
import { unaskedCards } from '#server/third-parties/cards/unasked-cards.ts';
import { postgresServer, temporaryFolder } from '#test/database.ts';
import { engines } from '#test/engines.ts';
import { offerOfOlderCopy, orderAtOlderCopy } from '#test/older-copy.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** The last one before pieces were counted. */
const before = '0077';

const paid = [
  "insert into payments (intent_id, order_id, attempt, amount_cents, state, created_at, updated_at) values ('pi_$id', '$id', 1, 250000, 'kept', now(), now())",
  "update orders set state = 'paid', paid_at = now(), network_hash = null, transaction_id = 'pi_' || id where id = '$id'",
];
const shipped = [
  "update orders set state = 'shipped', shipped_at = '2026-01-02', carrier = 'Halvfreight', tracking_number = 'HF 1' where id = '$id'",
];
const restocked = [
  `insert into refunds (id, order_id, intent_id, amount_cents, reason, restocked, state, source, provider_id, requested_by, created_at, updated_at)
    select gen_random_uuid(), id, 'pi_$id', 250000, 'x', true, 'done', 'admin', 're_$id', user_id, now(), now() from orders where id = '$id'`,
  "update orders set refunded_cents = 250000, restocked = true where id = '$id'",
  `insert into stock_ledger (id, part_id, delta, reason, order_id, actor, note, created_at)
    select gen_random_uuid(), part_id, quantity, 'refund', id, user_id, '', now() from orders where id = '$id'`,
  "update parts set in_stock = in_stock + 200 where id = (select part_id from orders where id = '$id')",
];
const cancelled = [
  "update orders set state = 'cancelled', cancelled_at = now(), cancelled_because = 'customer' where id = '$id'",
  `insert into stock_ledger (id, part_id, delta, reason, order_id, actor, note, created_at)
    select gen_random_uuid(), part_id, quantity, 'cancel', id, user_id, '', now() from orders where id = '$id'`,
  "update parts set in_stock = in_stock + 200 where id = (select part_id from orders where id = '$id')",
];
/** Of ten pieces that came back none is as new, as a newer copy writes it. */
const returned = [
  `insert into returns (id, order_id, number, reason, quantity, note, vehicle, state, words, asked_by, created_at, received_quantity,
      received_at, refunded_cents, restocked_quantity, settled_at)
    select gen_random_uuid(), id, 1, 'does-not-fit', 10, 'Ada says no', 'Ada’s Audi', 'settled', 'Dear Ada, no.', user_id, now(), 10,
      now(), 0, 0, now() from orders where id = '$id'`,
  `insert into return_pictures (id, return_id, digest, webp, created_at)
    select gen_random_uuid(), id, 'x', '\\x00', now() from returns`,
];
const closed = [
  `update users set closed_at = now(), replaced_at = now(), name = '', email = 'x' where id = (select user_id from orders where id = '$id')`,
];

/** What was done to an order by a version of that time, by its name. */
const histories: Readonly<Record<string, readonly string[]>> = {
  unpaid: [],
  cancelled,
  paid,
  shipped: [...paid, ...shipped],
  restocked: [...paid, ...restocked],
  'shipped and restocked': [...paid, ...shipped, ...restocked],
  'paid, then shipped': paid,
  'paid, then restocked': paid,
};

async function runAll(db: Database, id: string, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement.replaceAll('$id', id)).execute(db);
}

/** An order of 200 pieces for each history; its id by the name. */
async function fill(db: Database): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const [name, statements] of Object.entries(histories)) {
    const offer = await offerOfOlderCopy(db);
    await sql`insert into stock_ledger (id, part_id, delta, reason, actor, note, created_at)
      values (gen_random_uuid(), ${offer.partId}, 100000000, 'opening', ${offer.userId}, '', now())`.execute(
      db,
    );
    await orderAtOlderCopy(db, offer);
    const { id } = await db
      .selectFrom('orders')
      .select('id')
      .where('part_id', '=', offer.partId)
      .executeTakeFirstOrThrow();
    ids[name] = id;
    await runAll(db, id, statements);
  }
  // What these statements did not mail is not to be told.
  await db.deleteFrom('mail_outbox').execute();
  return ids;
}

async function broken(db: Database): Promise<string[]> {
  const findings = await examineBooks({
    db,
    cards: unaskedCards,
    clock: { now: () => new Date() },
    paymentMark: '',
    orderHoldHours: 72,
  });
  return findings
    .filter(({ check, rows }) => check.id.startsWith('I') && rows?.length !== 0)
    .map(({ check, rows }) => `${check.id} ${rows?.map(({ id }) => id).join()}`);
}

/** Pieces on sale again, shipped, and the shipments. */
async function piecesOf(db: Database, id: string): Promise<string> {
  const order = await db
    .selectFrom('orders')
    .select(['restocked_quantity', 'shipped_quantity'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const shipments = await db
    .selectFrom('shipments')
    .selectAll()
    .where('order_id', '=', id)
    .execute();
  const parcels = shipments.map(
    (one) =>
      `${one.number}: ${one.quantity} ${one.carrier} ${one.tracking_number} ${one.shipped_at.getFullYear()}`,
  );
  return [order.restocked_quantity, order.shipped_quantity, ...parcels].join(', ');
}

describe.each(engines)('orders from before their pieces were counted, %s', (engine) => {
  it('are counted, and copies that still run are followed', async () => {
    const server = engine === 'server' ? await postgresServer() : undefined;
    const opened = await openDatabase({ url: server?.url, dataDir: temporaryFolder('pieces') });
    const { db } = opened;
    await migrateUpTo(db, `${before}_z`);
    const ids = await fill(db);
    await migrate(db);
    expect(await broken(db)).toEqual([]);
    const pieces = async () => {
      const shown = Object.entries(ids).map(async ([name, id]) => [name, await piecesOf(db, id)]);
      return Object.fromEntries(await Promise.all(shown)) as Record<string, string>;
    };
    const parcel = '1: 200 Halvfreight HF 1 2026';
    const migrated: Record<string, string> = {
      unpaid: '0, 0',
      cancelled: '0, 0',
      paid: '0, 0',
      shipped: `0, 200, ${parcel}`,
      restocked: '200, 0',
      'shipped and restocked': `200, 200, ${parcel}`,
      'paid, then shipped': '0, 0',
      'paid, then restocked': '0, 0',
    };
    expect(await pieces()).toEqual(migrated);

    await runAll(db, ids['paid, then shipped']!, shipped);
    await runAll(db, ids['paid, then restocked']!, restocked);
    expect(await pieces()).toEqual({
      ...migrated,
      'paid, then shipped': `0, 200, ${parcel}`,
      'paid, then restocked': '200, 0',
    });
    expect(await broken(db)).toEqual([]);

    // A newer copy has put some pieces back on sale: an older one would put them there twice.
    await runAll(db, ids['paid']!, ["update orders set restocked_quantity = 50 where id = '$id'"]);
    await expect(runAll(db, ids['paid']!, restocked.slice(1))).rejects.toThrow(
      'only a newer version can restock the rest',
    );
    // Nor does it know which came back with a return and are not as new.
    await runAll(db, ids['shipped']!, returned);
    await expect(runAll(db, ids['shipped']!, restocked.slice(1))).rejects.toThrow(
      'only a newer version can restock the rest',
    );
    // It closes an account without knowing what goes with it.
    await runAll(db, ids['shipped']!, closed);
    const left = await db.selectFrom('returns').select(['note', 'vehicle', 'words']).execute();
    expect(left).toEqual([{ note: '', vehicle: '', words: 'Dear A customer, no.' }]);
    expect(await db.selectFrom('return_pictures').selectAll().execute()).toEqual([]);
    await opened.close();
    await server?.stop();
  });
});
