import type { Insertable } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { writeSearchWords } from '#server/db/search-words.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Database } from '#server/shop.ts';
import { demoCatalogue, type DemoCatalogue } from './catalogue.ts';
import { demoAccounts } from './demo-accounts.ts';
import * as rows from './demo-rows.ts';
import * as orderRows from './order-rows.ts';
import { demoOrders } from './orders.ts';
import { demoPeople } from './people.ts';

/** What the demo shop is loaded with: the database, and the two third parties that must know of it. */
export interface DemoLoad {
  db: Database;
  /** Everything happened before this moment. */
  now: Date;
  /** Pays an order through the card sandbox; answers the id under which the provider knows the payment. */
  payByCard(order: {
    orderId: string;
    amountCents: number;
    email: string;
  }): Promise<{ transactionId: string }>;
  /** Makes a sign-in at the identity service; an address that has one already gets that one's issuer and subject. */
  createAccount(person: {
    name: string;
    email: string;
    password: string;
    verified: true;
  }): Promise<rows.SignIn>;
  log: { info(sentence: string): void };
}

/** The wire protocol takes at most 65,535 parameters in one statement. */
const mostParameters = 60_000;

async function insertRows<Table extends keyof Tables>(
  db: Database,
  table: Table,
  all: Insertable<Tables[Table]>[],
): Promise<void> {
  const columns = Object.keys(all[0] ?? {}).length;
  const size = Math.floor(mostParameters / Math.max(1, columns));
  for (let from = 0; from < all.length; from += size) {
    await db
      .insertInto(table)
      .values(all.slice(from, from + size))
      .execute();
  }
}

/** Some at a time: the sandbox answers over HTTP, and the shop waits to open. */
const paymentsAtOnce = 6;

async function payOrders(
  planned: orderRows.PlannedOrder[],
  payByCard: DemoLoad['payByCard'],
): Promise<void> {
  const due = planned.filter(({ order }) => order.paidDaysAgo !== undefined);
  for (let from = 0; from < due.length; from += paymentsAtOnce) {
    await Promise.all(
      due.slice(from, from + paymentsAtOnce).map(async (plan) => {
        const payment = {
          orderId: plan.id,
          amountCents: plan.totalCents,
          email: plan.order.buyer.email,
        };
        plan.transactionId = (await payByCard(payment)).transactionId;
      }),
    );
  }
}

async function makeSignIns(
  createAccount: DemoLoad['createAccount'],
): Promise<Record<'admin' | 'customer', rows.SignIn>> {
  return {
    admin: await createAccount({ ...demoAccounts.admin, verified: true }),
    customer: await createAccount({ ...demoAccounts.customer, verified: true }),
  };
}

async function hasParts(db: Database): Promise<boolean> {
  return (await db.selectFrom('parts').select('id').limit(1).executeTakeFirst()) !== undefined;
}

interface DemoShop extends Pick<DemoCatalogue, 'parts'> {
  readonly orders: ReturnType<typeof demoOrders>;
  readonly planned: readonly orderRows.PlannedOrder[];
  readonly users: ReturnType<typeof rows.userRow>[];
  readonly now: Date;
}

/** Writes the whole shop; false when there are parts already. */
async function insertShop(
  tx: Database,
  { parts, orders, planned, users, now }: DemoShop,
): Promise<boolean> {
  const userIds = new Map(users.map((user) => [user.email, user.id]));
  const buyerId = ({ order }: orderRows.PlannedOrder) => userIds.get(order.buyer.email) ?? '';
  // Two copies of the shop may start on one empty database: here the second waits for the first, and then finds its parts.
  await tx
    .insertInto('brands')
    .values(rows.brandRows(parts))
    .onConflict((known) => known.doNothing())
    .execute();
  if (await hasParts(tx)) return false;
  await storeTaxonomy(tx);
  await insertRows(tx, 'parts', rows.partRows(parts, now));
  await insertRows(tx, 'part_numbers', parts.flatMap(rows.numberRows));
  await insertRows(tx, 'part_pictures', parts.flatMap(rows.pictureRows));
  await insertRows(tx, 'fitments', parts.flatMap(rows.fitmentRows));
  await writeSearchWords(tx, parts.map(rows.partId));
  await insertRows(tx, 'users', users);
  await insertRows(
    tx,
    'orders',
    planned.map((plan) => orderRows.orderRow(plan, buyerId(plan), now)),
  );
  await insertRows(
    tx,
    'shipments',
    planned.flatMap((plan) => orderRows.shipmentRows(plan, now)),
  );
  await insertRows(
    tx,
    'order_events',
    planned.flatMap((plan) => orderRows.orderEventRows(plan, userIds, now)),
  );
  await insertRows(
    tx,
    'payments',
    planned.flatMap((plan) => orderRows.paymentRows(plan, now)),
  );
  // Where the engine has triggers, one has written them (migration 0068).
  await tx
    .insertInto('payment_lines')
    .values(planned.flatMap(orderRows.paymentLineRows))
    .onConflict((written) => written.doNothing())
    .execute();
  await insertRows(tx, 'stock_ledger', [
    ...orderRows.openingLedgerRows(parts, orders, now),
    ...planned.flatMap((plan) => orderRows.orderLedgerRows(plan, buyerId(plan), now)),
  ]);
  await insertRows(
    tx,
    'reviews',
    planned.flatMap((plan) => orderRows.reviewRows(plan, buyerId(plan), now)),
  );
  return true;
}

/**
 * Loads the demo shop into a database without parts and says whether it did; with parts it does nothing. The shop's rows
 * are written in one transaction after the sandbox took the money, so a load that was cut off leaves an empty shop.
 */
export async function loadDemo({
  db,
  now,
  payByCard,
  createAccount,
  log,
}: DemoLoad): Promise<boolean> {
  if (await hasParts(db)) return false;
  const startedAt = performance.now();
  const { parts } = demoCatalogue();
  const orders = demoOrders(parts);
  const planned = orders.map(orderRows.planOrder);
  const signIns = await makeSignIns(createAccount);
  await payOrders(planned, payByCard);

  const users = demoPeople.map((person) =>
    rows.userRow(person, person.account && signIns[person.account], now),
  );
  const loaded = await inTransaction(db, (tx) =>
    insertShop(tx, { parts, orders, planned, users, now }),
  );
  if (loaded) {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    log.info(
      `The demo shop is loaded: ${parts.length} parts, ${orders.length} orders (${seconds} s).`,
    );
  }
  return loaded;
}
