// `npm run bench:backup` (`-- 20000 embedded` for a smaller shop on one engine): how long a backup and a restore of a big shop take on both engines, and how long an order and a page
// wait meanwhile, compared with just before in the same run.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { backup, restore } from '#test/backup-programs.ts';
import { postgresServer, temporaryFolder } from '#test/database.ts';
import { type Home, startShopProcess } from '#test/faults/shop-process.ts';
import { fillBigShop } from './backup-shop.ts';

const [, , wanted = '100000', only] = process.argv;
const size = { parts: Number(wanted), orders: Number(wanted), customers: 6_000 };
const quietMs = 30_000;
/** Each customer, who never paid, may have so many unpaid orders. */
const ordersEach = 4;
const callers = { orders: 3, pages: 1 };
const pauseMs = 40;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = (ms: number): string => (ms / 1000).toFixed(1);

interface Waits {
  readonly orders: number[];
  readonly pages: number[];
  failed: number;
}

/** People who order and look at pages until `end`; what they waited for is collected in `waits`. */
class Visitors {
  waits: Waits = { orders: [], pages: [], failed: 0 };
  readonly #address: string;
  readonly #partId: string;
  readonly #body: string;
  readonly #tokens: readonly string[];
  #placed = 0;
  #open = true;
  readonly #all: Promise<unknown>;

  constructor(address: string, partId: string, tokens: readonly string[]) {
    this.#address = address;
    this.#tokens = tokens;
    this.#partId = partId;
    const delivery = { address: '12 Dock Road, Leeds', phone: '+44 20 7946 0111' };
    this.#body = JSON.stringify({ productId: partId, quantity: 1, ...delivery });
    const many = (count: number, ask: () => Promise<void>) =>
      Array.from({ length: count }, () => this.#repeat(ask));
    this.#all = Promise.all([
      ...many(callers.orders, () => this.#order()),
      ...many(callers.pages, () => this.#look()),
    ]);
  }

  /** The waits since the last time. */
  take(): Waits {
    const { waits } = this;
    this.waits = { orders: [], pages: [], failed: 0 };
    return waits;
  }

  async end(): Promise<void> {
    this.#open = false;
    await this.#all;
  }

  async #repeat(ask: () => Promise<void>): Promise<void> {
    while (this.#open) {
      await ask();
      await sleep(pauseMs);
    }
  }

  async #order(): Promise<void> {
    const number = this.#placed++;
    const customer = Math.floor(number / ordersEach);
    const token = this.#tokens[customer];
    if (token === undefined) throw new Error('The bench ran out of customers.');
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      // Each from a network of its own, because accounts that never paid share a limit.
      'x-forwarded-for': `10.${customer >> 16}.${(customer >> 8) & 255}.${customer & 255}`,
    };
    await this.#time('orders', 201, `/api/orders`, { method: 'POST', headers, body: this.#body });
  }

  async #look(): Promise<void> {
    await this.#time('pages', 200, `/parts/${this.#partId}?not-cached=${randomUUID()}`, {});
  }

  async #time(
    kind: 'orders' | 'pages',
    expected: number,
    place: string,
    request: RequestInit,
  ): Promise<void> {
    const { waits } = this;
    const since = performance.now();
    const answer = await fetch(`${this.#address}${place}`, request);
    await answer.arrayBuffer();
    waits[kind].push(performance.now() - since);
    if (answer.status !== expected) waits.failed += 1;
  }
}

function row(waits: readonly number[]): string {
  const sorted = waits.toSorted((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return `${sorted.length} | ${at(0.5)} | ${at(0.99)} | ${at(1)}`;
}

async function measure(engine: string, home: Home, target: Home, folder: string): Promise<void> {
  const database = await openDatabase({
    dataDir: home.dataDir,
    url: home.databaseUrl,
    unlimited: true,
    relaxedSync: true,
  });
  await migrate(database.db);
  const { partId, tokens } = await fillBigShop(database, size);
  await database.close();
  const shop = await startShopProcess(home);
  const visitors = new Visitors(shop.address, partId, tokens);
  await sleep(5_000);
  visitors.take();
  await sleep(quietMs);
  const before = visitors.take();
  const file = path.join(folder, `${engine}.backup`);
  const since = performance.now();
  const made = await backup(home, '--to', file);
  const backupMs = performance.now() - since;
  const during = visitors.take();
  await visitors.end();
  await shop.end('SIGTERM');
  if (made.code !== 0) throw new Error(`${made.err}\n${shop.said()}`);
  say(made.out);
  for (const [when, waits] of [
    ['before', before],
    ['during', during],
  ] as const)
    for (const kind of ['orders', 'pages'] as const)
      say(`| ${engine} | ${kind} | ${when} | ${row(waits[kind])} | ${waits.failed} |`);
  say(`${engine}: backup ${seconds(backupMs)} s, ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  const restoredAt = performance.now();
  const restored = await restore(target, '--from', file);
  const restoreMs = performance.now() - restoredAt;
  if (restored.code !== 0) throw new Error(restored.err);
  say(
    `${engine}: restore ${seconds(restoreMs)} s, doctor of the restored shop: exit ${await doctor(target)}`,
  );
}

async function doctor({ dataDir, databaseUrl }: Home): Promise<number | null> {
  const program = spawn(process.execPath, ['server/doctor-command.ts'], {
    env: {
      PATH: process.env['PATH'],
      SHOP_MODE: 'demo',
      DATA_DIR: dataDir,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(program, 'close')) as [number | null];
  return code;
}

const folder = temporaryFolder('bench-backup');
const server = await postgresServer();
const home = (name: string): Home => {
  const dataDir = path.join(folder, name);
  mkdirSync(dataDir);
  return { dataDir };
};
try {
  say('| engine | what | when | answers | median ms | 99 % ms | longest ms | failed |');
  if (only !== 'PostgreSQL') await measure('embedded', home('shop'), home('restored'), folder);
  if (server === undefined) say('PostgreSQL: not run, none on this machine');
  else if (only !== 'embedded')
    await measure(
      'PostgreSQL',
      { ...home('server'), databaseUrl: server.url },
      { ...home('restored-server'), databaseUrl: await server.createDatabase() },
      folder,
    );
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}
