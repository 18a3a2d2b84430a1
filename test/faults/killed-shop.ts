import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshDataDir, postgresServer, temporaryFolder } from '#test/database.ts';
import { expectBooks, fillShop } from './check-books.ts';
import { Market } from './buyers.ts';
import { type Extent, type Outcome, randomFrom, seconds } from './row.ts';
import { type Home, startShopProcess } from './shop-process.ts';

/** Acknowledged writes between two kills: at least 10 and 19 on average, so that 50 kills have more than 500. */
const fewest = 10;
const spread = 18;
const longestMomentMs = 60;

/** Kills the shop's process with SIGKILL repeatedly while customers order parts and lists, pay and cancel, and what is paid is shipped, refunded and sent back in parts. */
async function killShop(
  home: Home,
  { kills, seed }: { kills: number; seed: number },
): Promise<Outcome> {
  const random = randomFrom(seed);
  const buyers = await fillShop(home, 6, { withAdmin: true });
  let shop = await startShopProcess(home);
  const market = new Market(shop.address, buyers, random, 0.4);
  market.begin();
  let slowestStartMs = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    await market.acknowledged(market.counts.acknowledged + fewest + Math.floor(random() * spread));
    // Somewhere in the middle of whatever is under way then.
    await sleep(random() * longestMomentMs);
    await shop.end('SIGKILL');
    const since = performance.now();
    shop = await startShopProcess(home);
    slowestStartMs = Math.max(slowestStartMs, performance.now() - since);
    market.address = shop.address;
  }
  await market.end();
  const repeated = await market.repeatAll();
  await shop.end('SIGKILL');
  await expectBooks(home, market.orders);
  const {
    acknowledged,
    place,
    pay,
    cancel,
    ship,
    refund,
    return: returns,
    unanswered,
  } = market.counts;
  const lists = market.orders.filter(({ isList, id }) => isList && id !== undefined).length;
  return {
    figure:
      `${kills} kills, ${acknowledged} acknowledged writes (${place} orders, ${pay} payments, ${cancel} cancels, ${ship} shipments of parts, ${refund} refunds of pieces, ${returns} steps of returns; ${lists} of the orders lists of three lines) all there, ` +
      `${unanswered} requests cut off or refused and sent again, ${repeated} keys repeated without a second order, slowest restart ${seconds(slowestStartMs)}`,
  };
}

/** 50 kills on the embedded engine; 3 in the short form. */
export async function killShopOnEmbedded({ long, seed }: Extent): Promise<Outcome> {
  const dataDir = await freshDataDir();
  try {
    return await killShop({ dataDir }, { kills: long ? 50 : 3, seed });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** 50 kills on a PostgreSQL server, which keeps running; 3 in the short form. */
export async function killShopOnPostgresql({ long, seed }: Extent): Promise<Outcome> {
  const server = await postgresServer();
  if (server === undefined) throw new Error('This machine has no PostgreSQL server.');
  const dataDir = temporaryFolder('killed');
  try {
    return await killShop({ dataDir, databaseUrl: server.url }, { kills: long ? 50 : 3, seed });
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
