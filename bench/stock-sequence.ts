import type pg from 'pg';
import { limitedQuery } from '#server/db/limited-query.ts';
import { openDatabase } from '#server/db/open.ts';
import { hashToken } from '#server/http/who.ts';
import { startShop } from '#test/harness.ts';
import { recordTrips, type Statement } from '#test/recorded-statements.ts';
import { samplePart } from '#test/samples.ts';
import { inTheirPlace, newCustomers } from './new-customers.ts';
import { withNewIds } from './new-ids.ts';

const turnMs = 1_000;
/** Each orders about once in a turn, so that nobody waits for a customer. */
const customers = 2_000;
const limits = { statementMs: 10_000, lockMs: 5_000 };

/** The two round trips of an order. */
interface Order {
  /** Customer, what they hold, and the part. */
  readonly reads: readonly Statement[];
  /** Takes the pieces and writes the order. */
  readonly takes: readonly Statement[];
}

type Sequence = (client: pg.PoolClient, order: Order) => Promise<unknown>;

/** As the shop sends them. */
const stockLast: Sequence = async (client, { reads, takes }) => {
  await limitedQuery(client, reads, { begins: true, commits: false, limits });
  await limitedQuery(client, takes, { begins: false, commits: true });
};

/** The same statements in as many round trips; the part's row is held through one more. */
const stockFirst: Sequence = async (client, { reads, takes }) => {
  await limitedQuery(client, takes, { begins: true, commits: false, limits });
  await limitedQuery(client, reads, { begins: false, commits: true });
};

interface Run {
  readonly callers: number;
  readonly seconds: number;
  readonly say: (line: string) => void;
}

/**
 * Orders of one part per second: the statements of an order of the shop, recorded once and sent again for other customers, with the pieces taken
 * last, and first, by turns.
 */
export async function compareSequences(url: string, { callers, seconds, say }: Run): Promise<void> {
  const database = await openDatabase({ url, dataDir: '', connections: callers + 1 });
  const shop = await startShop({ database });
  const partId = await samplePart(shop.db, { inStock: 2_000_000_000, orderQuantity: 1 });
  const person = await shop.person('Model');
  const [reads = [], takes = []] = (await recordTrips(() => shop.order(person, partId, 1))).map(
    (trip) => trip.filter(({ text }) => text !== 'begin' && text !== 'commit'),
  );
  const template = [...reads, ...takes];
  const model = { id: person.userId, tokenHash: hashToken(person.token) };
  const others = (await newCustomers(shop.db, customers)).map((other) =>
    inTheirPlace(model, other).set(partId, partId),
  );
  const turn = async (sequence: Sequence): Promise<number> => {
    const orders = others
      .map((known) => withNewIds(template, (value) => known.get(value)))
      .map((all) => ({ reads: all.slice(0, reads.length), takes: all.slice(reads.length) }));
    return sendFor(database.pool, orders, { callers, sequence });
  };
  const done = { last: 0, first: 0, turns: 0 };
  await turn(stockLast);
  await turn(stockFirst);
  const endsAt = performance.now() + seconds * 1000;
  for (; done.turns < 3 || performance.now() < endsAt; done.turns += 1) {
    done.last += await turn(stockLast);
    done.first += await turn(stockFirst);
  }
  const mean = (count: number): string => (count / done.turns).toFixed(0);
  say(
    `Orders of one part per second, the statements of the shop sent by \`pg\`, ${callers} callers, ${done.turns} turns each`,
  );
  say('');
  say('| pieces taken last | first | ratio |');
  say('|---|---|---|');
  say(`| ${mean(done.last)} | ${mean(done.first)} | ${(done.last / done.first).toFixed(2)} |`);
  await shop.close();
}

/** Sends orders for a turn, or until all are placed; answers how many a second. */
async function sendFor(
  pool: pg.Pool,
  orders: readonly Order[],
  { callers, sequence }: { callers: number; sequence: Sequence },
): Promise<number> {
  const begun = performance.now();
  const left = orders.values();
  let placed = 0;
  const caller = async (): Promise<void> => {
    const client = await pool.connect();
    for (const order of left) {
      await sequence(client, order);
      placed += 1;
      if (performance.now() - begun > turnMs) break;
    }
    client.release();
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return (placed * 1000) / (performance.now() - begun);
}
