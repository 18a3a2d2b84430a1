// `npm run bench:start`: processor seconds until the shop answers, and its memory (PSS) then and after a mixed load, on both engines. `--before FOLDER`:
// another checkout by turns. Linux only; needs the built pages, of both checkouts. bench/README.md has the figures.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { postgresServer, temporaryFolder } from '#test/database.ts';

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    starts: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '60' },
  },
});

interface Build {
  readonly name: string;
  readonly folder: string;
  readonly flags: readonly string[];
}

/** As `npm start` and the example for systemd start it. */
const flags = ['--max-semi-space-size=12'];
const allocator = { MALLOC_ARENA_MAX: '1' };

const builds: readonly Build[] = [
  { name: 'this build', folder: path.join(import.meta.dirname, '..'), flags },
  ...(values.before ? [{ name: 'before', folder: path.resolve(values.before), flags: [] }] : []),
];

const paths = [
  '/',
  '/parts',
  '/parts?q=RANDOM',
  '/api/parts?limit=24',
  '/api/parts',
  '/login',
  '/blog',
];
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const ticksPerSecond = 100;

/** The starts of one build on one database. */
class Trial {
  readonly #build: Build;
  readonly #home: Record<string, string>;
  readonly #seconds: number[] = [];

  constructor(build: Build, home: Record<string, string>) {
    this.#build = build;
    this.#home = home;
  }

  async start({ counts }: { counts: boolean }): Promise<void> {
    const shop = await open(this.#build, this.#home);
    if (counts) this.#seconds.push(shop.processor);
    await end(shop);
  }

  /** Starts it once more for the memory. */
  async row(): Promise<string> {
    const shop = await open(this.#build, this.#home);
    const idle = pssOf(shop.child);
    const loaded = await underLoad(shop);
    await end(shop);
    const [least = 0, ...others] = this.#seconds.toSorted((one, other) => one - other);
    const median = others[Math.floor(others.length / 2) - 1] ?? least;
    const cells = [this.#build.name, `${least.toFixed(2)}; ${median.toFixed(2)}`];
    return [...cells, Math.round(idle), Math.round(loaded)].join(' | ');
  }
}

async function end({ child }: Shop): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'close');
}

async function homeFor(engine: string): Promise<Record<string, string>> {
  const dataDir = { DATA_DIR: temporaryFolder('bench-start') };
  if (engine === 'embedded') return dataDir;
  return { ...dataDir, DATABASE_URL: (await postgres?.createDatabase()) ?? '' };
}

interface Shop {
  readonly child: ChildProcess;
  readonly address: string;
  /** Seconds until it was open. */
  readonly processor: number;
}

async function open({ folder, flags: given }: Build, home: Record<string, string>): Promise<Shop> {
  const child = spawn(process.execPath, [...given, mainOf(folder)], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      SHOP_MODE: 'demo',
      HOST: '127.0.0.1',
      PORT: '0',
      ...(given.length > 0 ? allocator : {}),
      ...home,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (piece: Buffer) => {
      said += piece.toString();
      const found = /"address":"([^"]+)"/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('close', () => reject(new Error(`The shop ended:\n${said}`)));
  });
  return { child, address, processor: processorOf(child) };
}

/** The file that starts a build; older ones have no main.js. */
function mainOf(folder: string): string {
  const main = path.join(folder, 'server', 'main.js');
  return existsSync(main) ? main : path.join(folder, 'server', 'main.ts');
}

/** Seconds of processor that a process has used. */
function processorOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** MB. */
function pssOf({ pid }: ChildProcess): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1024;
}

/** Pages and lists by four readers; answers the memory at the end. */
async function underLoad({ child, address }: Shop): Promise<number> {
  const until = performance.now() + Number(values.seconds) * 1000;
  let asked = 0;
  const reader = async (): Promise<void> => {
    while (performance.now() < until) {
      asked += 1;
      const wanted = paths[asked % paths.length]?.replace('RANDOM', `word${asked}`) ?? '/';
      const answer = await fetch(address + wanted);
      await answer.arrayBuffer();
      // Whoever has no budget left waits for it.
      if (answer.status === 429) await sleep(200);
    }
  };
  await Promise.all(Array.from({ length: 4 }, reader));
  return pssOf(child);
}

/** Seconds that a process without a program takes. */
function bare(): number {
  const said = execFileSync(process.execPath, [
    '-p',
    'process.cpuUsage().user + process.cpuUsage().system',
  ]);
  return Number(said) / 1e6;
}

const postgres = await postgresServer();
const engines = ['embedded', ...(postgres ? ['PostgreSQL'] : [])];
say(`Load ${os.loadavg()[0]?.toFixed(1)}. Bare \`node -e 0\`: ${bare().toFixed(2)} s.`);
say(
  '| engine | build | start, s of processor (least; median) | PSS then, MB | PSS after the load, MB |',
);
say('|---|---|---|---|---|');
for (const engine of engines) {
  const trials = await Promise.all(
    builds.map(async (build) => new Trial(build, await homeFor(engine))),
  );
  // The first two starts load the demo, and fill the compile cache.
  for (let turn = -2; turn < Number(values.starts); turn += 1)
    for (const trial of trials) await trial.start({ counts: turn >= 0 });
  for (const trial of trials) say(`| ${engine} | ${await trial.row()} |`);
}
await postgres?.stop();
