import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '#server/db/new-id.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Database } from '#server/shop.ts';

/** The newest migration that this copy knows. */
export const olderCopyKnows = '0019';

/** A customer and a part in the tables of that version. */
interface Offer {
  readonly userId: string;
  readonly partId: string;
}

/** Writes the part and a customer as that version does. */
export async function offerOfOlderCopy(db: Database): Promise<Offer> {
  const now = new Date();
  const [userId, partId] = [newId(now), newId(now)];
  await sql`insert into users (id, issuer, subject, email, email_verified, name, created_at, updated_at)
    values (${userId}, 'test', ${userId}, ${`${userId}@example.com`}, true, 'Ada', ${now}, ${now})`.execute(
    db,
  );
  await sql`insert into parts (id, name, description, image, price_cents, order_quantity, in_stock, created_at, updated_at)
    values (${partId}, 'Disc', 'A brake disc', '/x.webp', 1250, 200, 100000000, ${now}, ${now})`.execute(
    db,
  );
  return { userId, partId };
}

/**
 * Places an order with the statements, tables and columns of a copy from before the migrations that a test applies: while a shop
 * is upgraded, such copies go on. So never bring it up to date; a migration that it fails on would stop them.
 */
export function orderAtOlderCopy(db: Database, { userId, partId }: Offer): Promise<void> {
  const now = new Date();
  const orderId = randomUUID();
  return inTransaction(db, async (tx) => {
    await sql`select id from users where id = ${userId} for update`.execute(tx);
    await sql`select count(*) from orders where user_id = ${userId} and state = 'unpaid'`.execute(
      tx,
    );
    await sql`update parts set in_stock = in_stock - 200 where id = ${partId} returning price_cents`.execute(
      tx,
    );
    await sql`
      with ledger as (
        insert into stock_ledger (id, part_id, delta, reason, order_id, actor, note, created_at)
        values (${newId(now)}, ${partId}, -200, 'order', ${orderId}, ${userId}, '', ${now})
      ), event as (
        insert into order_events (id, order_id, created_at, kind, actor_role, actor)
        values (${newId(now)}, ${orderId}, ${now}, 'placed', 'customer', ${userId})
      ), keyed as (
        insert into idempotency_keys (user_id, key, request_hash, result, created_at)
        values (${userId}, ${orderId}, 'x', '{}', ${now})
      )
      insert into orders (id, user_id, part_id, part_name, image, unit_price_cents, quantity, total_cents, name, email, address, phone,
        state, created_at, held_until)
      values (${orderId}, ${userId}, ${partId}, 'Disc', '/x.webp', 1250, 200, 250000, 'Ada', 'ada@example.com', '12 Dock Road', '1234567',
        'unpaid', ${now}, ${now})`.execute(tx);
    await sql`insert into mail_outbox (id, event_key, recipient, subject, body_text, body_html, created_at, run_at)
      values (${newId(now)}, ${`order-placed:${orderId}`}, 'ada@example.com', 'x', 'x', 'x', ${now}, ${now})`.execute(
      tx,
    );
  });
}
