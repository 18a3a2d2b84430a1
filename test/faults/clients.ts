import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshDataDir } from '#test/database.ts';
import { fillShop } from './check-books.ts';
import { type Extent, type Outcome, seconds } from './row.ts';
import { type ShopProcess, startShopProcess } from './shop-process.ts';

/** The allowed answers to each broken request; Node or the shop may give them. */
const rightAnswers: Record<string, readonly number[]> = {
  'headers of 20 kB': [431],
  'address of 20 kB': [414, 431],
  'content-length of 10 GB': [413],
  'body of 300 kB': [413],
  'JSON 30,000 deep': [400, 401],
  'both content-length and chunked': [400],
  'two content-lengths': [400],
  'bad percent-encoding': [400],
  'bad percent-encoding in a page': [400, 404],
  'NUL in an address': [400, 404],
  'NUL in a body': [400, 401],
  'lone surrogate': [400, 401],
  'bytes that are no UTF-8': [400, 401],
  'no JSON': [400],
  'form data': [415],
  'a key named __proto__': [400],
  'no HTTP at all': [400],
  'TLS to the plain port': [400],
};

const browsingMs = 1_000;
/** Upper bounds: the timeouts are 10 s for the headers and 30 s for a request, checked every two seconds. */
const freedSeconds = { headers: 20, bodies: 45 };
const rounds = 10;

/** 500 slow connections and many broken requests from a second process; people browse meanwhile. */
export async function sufferClients({ long }: Extent): Promise<Outcome> {
  const dataDir = await freshDataDir();
  await fillShop({ dataDir }, 1);
  const shop = await startShopProcess({ dataDir });
  try {
    return await suffer(shop, long);
  } finally {
    await shop.end('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function suffer(shop: ShopProcess, long: boolean): Promise<Outcome> {
  const connections = long ? 500 : 100;
  const { port } = new URL(shop.address);
  const program = path.join(import.meta.dirname, 'bad-clients.ts');
  const clients = spawn(process.execPath, [program, '127.0.0.1', port, String(connections)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const said = readline.createInterface({ input: clients.stdout })[Symbol.asyncIterator]();
    const answers = JSON.parse(String((await said.next()).value)) as Record<string, number>;
    const wrong = Object.entries(answers).filter(
      ([name, status]) => !rightAnswers[name]?.includes(status),
    );
    assert.deepEqual([wrong, Object.keys(answers).length], [[], Object.keys(rightAnswers).length]);
    assert.equal((await said.next()).value, 'open');
    // Time for all of them to be connected.
    await sleep(500);
    const slowestMs = await browse(shop.address);
    assert.ok(slowestMs < browsingMs, `a page took ${seconds(slowestMs)} meanwhile`);
    const headers = Number((await said.next()).value);
    assert.ok(headers < freedSeconds.headers, `connections with slow headers lived ${headers} s`);
    const bodies = long ? Number((await said.next()).value) : undefined;
    assert.ok(
      bodies === undefined || bodies < freedSeconds.bodies,
      `connections with slow bodies lived ${bodies} s`,
    );
    await browse(shop.address);
    return {
      figure:
        `${Object.keys(answers).length} broken requests: ${[...new Set(Object.values(answers))].toSorted((a, b) => a - b).join('/')}; ` +
        `${connections} slow connections: a page in at most ${seconds(slowestMs)}, ` +
        `cut after ${headers.toFixed(0)} s (headers)${bodies === undefined ? '' : ` and ${bodies.toFixed(0)} s (bodies)`}`,
    };
  } finally {
    clients.kill('SIGKILL');
  }
}

/** Loads the home page and the list of parts several times; answers the slowest time, without the first. */
async function browse(address: string): Promise<number> {
  let slowestMs = 0;
  for (let round = 0; round <= rounds; round += 1) {
    for (const page of ['/', '/api/parts']) {
      const since = performance.now();
      const answer = await fetch(address + page);
      await answer.text();
      assert.equal(answer.status, 200);
      if (round > 0) slowestMs = Math.max(slowestMs, performance.now() - since);
    }
  }
  return slowestMs;
}
