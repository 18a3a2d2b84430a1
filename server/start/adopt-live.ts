import { dollarsOf, formatDollars } from '#contract/money.ts';
import { ConfigError } from './config.ts';
import { migrate } from '#server/db/migrate.ts';
import {
  countPaidOrders,
  findShopFacts,
  hasAccountsOrOrders,
  hasDemoAccounts,
  listSandboxPaidOrders,
  saveShopFacts,
  withShopFacts,
  type SandboxPaidOrder,
  type ShopFacts,
} from '#server/db/shop-facts.ts';
import { wrongDatabase } from './database-use.ts';
import type { Database } from '#server/shop.ts';

type Print = (line: string) => void;

/**
 * `npm run admin -- adopt live`: marks a database as a live shop's, and lists the orders that were paid without real money.
 * Throws `ConfigError` for a database that was a demo, because anybody can sign in to its accounts.
 */
export async function adoptLive(db: Database, print: Print): Promise<void> {
  if (!(await hasAccountsOrOrders(db)))
    return print('The database holds no account and no order: a live shop opens on it as it is.');
  const facts = await findShopFacts(db);
  if (facts?.mode === 'demo') throw new ConfigError([wrongDatabase.wasDemo]);
  if (facts === undefined && (await hasDemoAccounts(db)))
    throw new ConfigError([wrongDatabase.demoAccounts]);
  await migrate(db);
  const { inSandbox, others } = await withShopFacts(
    db,
    async (tx) => {
      await saveShopFacts(tx, { mode: 'live', card_accounts: [], adopted_at: new Date() });
      const paid = await listSandboxPaidOrders(tx);
      return { inSandbox: paid, others: (await countPaidOrders(tx)) - paid.length };
    },
    print,
  );
  printSandboxOrders(inSandbox, print);
  if (mayHaveTestKeys(facts)) printOtherOrders(others, print);
  print(
    "The database is a live shop's now. Look at who has admin power in it: npm run admin -- list.",
  );
}

const states: Partial<Record<SandboxPaidOrder['state'], string>> = {
  paid: 'to be shipped',
  shipped: 'shipped',
};

function printSandboxOrders(orders: readonly SandboxPaidOrder[], print: Print): void {
  if (orders.length === 0) return print('No order was paid in the card sandbox.');
  const cents = orders.reduce((sum, { total_cents }) => sum + total_cents, 0);
  print(
    `Paid in the card sandbox, without any money (it still has their payments): ${countOrders(orders.length)}, ${dollars(cents)}.`,
  );
  for (const { id, total_cents, state } of orders)
    print(`  ${id}  ${dollars(total_cents)}  ${states[state] ?? state}`);
  print('They stay marked as paid: ship none of them for it.');
}

/** The database cannot tell Stripe's test payments from live ones. */
function printOtherOrders(count: number, print: Print): void {
  if (count > 0)
    print(
      `Paid at Stripe or a stand-in for it: ${countOrders(count)}. Whether with live keys, only Stripe's dashboard tells.`,
    );
}

function mayHaveTestKeys(facts: ShopFacts | undefined): boolean {
  return facts === undefined || facts.card_accounts.includes('test');
}

function countOrders(orders: number): string {
  return orders === 1 ? '1 order' : `${orders} orders`;
}

function dollars(cents: number): string {
  return formatDollars(dollarsOf(cents));
}
