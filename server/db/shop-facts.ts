import { sql, type Insertable, type Kysely, type Selectable, type Transaction } from 'kysely';
import { demoAccounts } from '#server/db/demo/demo-accounts.ts';
import { newHomeOf } from './database-home.ts';
import { migrateInside } from './migrate.ts';
import type { Tables } from './schema.ts';
import { inTransaction, isLockTimeout } from './transaction.ts';

/** How a database was opened: its mode and card accounts. */
export type ShopFacts = Selectable<Tables['shop_facts']>;

/** Undefined for a new database, and for one from before these facts were stored. */
export async function findShopFacts(db: Kysely<Tables>): Promise<ShopFacts | undefined> {
  if (!(await isTable(db, 'shop_facts'))) return undefined;
  return db.selectFrom('shop_facts').selectAll().executeTakeFirst();
}

const waitsForAnother =
  'Another copy is taking the database into use, which takes a while when a secret was changed: waiting for it.';

/**
 * Runs `work` in one transaction, in which no other copy of the shop works with the facts. However long another one takes, it
 * waits: statements wait for a lock for a second at most, so it asks again, and says so once.
 */
export async function withShopFacts<Result>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<Result>,
  say: (sentence: string) => void,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await inTransaction(db, async (tx) => {
        await sql`lock table shop_facts in exclusive mode`.execute(tx);
        return work(tx);
      });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (tried === 1) say(waitsForAnother);
    }
  }
}

export async function saveShopFacts(
  tx: Transaction<Tables>,
  facts: Omit<Insertable<Tables['shop_facts']>, 'only_row'>,
): Promise<void> {
  await tx
    .insertInto('shop_facts')
    .values(facts)
    .onConflict((known) => known.column('only_row').doUpdateSet(facts))
    .execute();
}

/** Up to when the provider's payments were compared with the orders; undefined before the first time. */
export async function findListedUntil(db: Kysely<Tables>): Promise<Date | undefined> {
  const facts = await db
    .selectFrom('shop_facts')
    .select('payments_listed_until')
    .executeTakeFirst();
  return facts?.payments_listed_until ?? undefined;
}

export async function saveListedUntil(db: Kysely<Tables>, until: Date): Promise<void> {
  await db.updateTable('shop_facts').set({ payments_listed_until: until }).execute();
}

/** Since when the database is known not to be the only one of its shop, or to lack orders. */
export async function findMovedAt(db: Kysely<Tables>): Promise<Date | undefined> {
  const facts = await db.selectFrom('shop_facts').select('moved_at').executeTakeFirst();
  return facts?.moved_at ?? undefined;
}

/** Whether the database is where it was when a shop opened it, and nothing else says that it is not the only one. */
export async function isOnlyDatabase(db: Kysely<Tables>, now: Date): Promise<boolean> {
  const facts = await db.selectFrom('shop_facts').select(['moved_at', 'home']).executeTakeFirst();
  if (facts === undefined) return true;
  if (facts.moved_at !== null) return false;
  const home = await newHomeOf(db, facts.home);
  if (home === undefined) return true;
  await db.updateTable('shop_facts').set({ moved_at: now, home }).execute();
  return false;
}

/** Lets the shop refund nothing by itself until an operator declares this database the only one. */
export async function markMoved(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.updateTable('shop_facts').set({ moved_at: now }).where('moved_at', 'is', null).execute();
}

/** An operator declares this database the only one of its shop; answers whether that was in question. */
export async function clearMoved(db: Kysely<Tables>): Promise<boolean> {
  const cleared = await db
    .updateTable('shop_facts')
    .set({ moved_at: null })
    .where('moved_at', 'is not', null)
    .returning('only_row')
    .executeTakeFirst();
  return cleared !== undefined;
}

/** The first migration whose tables can say that a database was restored. */
const firstWithMark = '0020_unbooked_payments';

/**
 * Says in the transaction of a restore that the database was restored, wherever it is: what the shop refunds by itself then waits for
 * an operator. An older version's tables are migrated so far that they can say it. A backup from before payments were listed is taken
 * for listed up to when it was made.
 */
export async function markRestored(tx: Kysely<Tables>, madeAt: Date): Promise<void> {
  await migrateInside(tx, firstWithMark);
  await tx
    .updateTable('shop_facts')
    .set(({ fn }) => ({
      moved_at: fn.coalesce('moved_at', sql<Date>`now()`),
      payments_listed_until: fn.coalesce(
        'payments_listed_until',
        sql<Date>`${madeAt}::timestamptz`,
      ),
    }))
    .execute();
}

/** Whether there is any account (of the shop or a sign-in service) or order. False without tables. */
export async function hasAccountsOrOrders(db: Kysely<Tables>): Promise<boolean> {
  return anyExists(db, [
    { table: 'users', rows: sql`users` },
    { table: 'identity."user"', rows: sql`identity."user"` },
    { table: 'google_sandbox.records', rows: sandboxAccounts },
    { table: 'orders', rows: sql`orders` },
  ]);
}

/** Whether there is an account of the demo's published sign-ins, or of the Google sandbox, where anyone can sign in as anyone. */
export async function hasDemoAccounts(db: Kysely<Tables>): Promise<boolean> {
  const printed = sql.join(Object.values(demoAccounts).map(({ email }) => email));
  return anyExists(db, [
    { table: 'users', rows: sql`users where email in (${printed})` },
    { table: 'identity."user"', rows: sql`identity."user" where email in (${printed})` },
    { table: 'google_sandbox.records', rows: sandboxAccounts },
  ]);
}

/** An order that was paid in the card sandbox. */
export interface SandboxPaidOrder {
  readonly id: string;
  readonly total_cents: number;
  readonly state: Tables['orders']['state'];
}

/** Orders that were paid in the card sandbox, newest first. */
export async function listSandboxPaidOrders(db: Kysely<Tables>): Promise<SandboxPaidOrder[]> {
  return db
    .selectFrom('orders')
    .select(['id', 'total_cents', 'state'])
    .where('paid_at', 'is not', null)
    .where(sql<boolean>`transaction_id in (select id from card_sandbox.payment_intents)`)
    .orderBy('created_at', 'desc')
    .execute();
}

/** How many orders were ever paid, in any way. */
export async function countPaidOrders(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('paid_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

const sandboxAccounts = sql`google_sandbox.records where model = 'Account'`;

async function anyExists(
  db: Kysely<Tables>,
  places: readonly { table: string; rows: ReturnType<typeof sql> }[],
): Promise<boolean> {
  for (const { table, rows } of places) {
    // A database that was never migrated has no tables yet.
    if (!(await isTable(db, table))) continue;
    const held = await sql<{ held: boolean }>`select exists (select from ${rows}) as held`.execute(
      db,
    );
    if (held.rows[0]?.held) return true;
  }
  return false;
}

async function isTable(db: Kysely<Tables>, name: string): Promise<boolean> {
  const { rows } = await sql<{
    there: boolean;
  }>`select to_regclass(${name}) is not null as there`.execute(db);
  return rows[0]?.there ?? false;
}
