// `npm run bench:start`: processor seconds until the shop answers, and its memory (PSS) then and after a mixed load, on both engines. `--before FOLDER`:
// another checkout by turns. Linux only; both checkouts are built first. bench/README.md has the figures.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type * as Bundle from '#server/start/bundle.js';
import { postgresServer, temporaryFolder } from '#test/database.ts';
import { mixedLoad } from './mixed-load.ts';

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    starts: { type: 'string', default: '5' },
    /** Of the load. */
    seconds: { type: 'string', default: '600' },
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

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const ticksPerSecond = 100;
const megabyte = 1024 * 1024;
/** What a shop tells of its memory it tells whoever has this. */
const metricsToken = 'bench-start-reads-the-memory-of-the-shop';

/** What was measured of one build on one database: seconds of processor, and MB. */
interface Measured {
  readonly name: string;
  readonly starts: readonly number[];
  readonly idle: number;
  readonly loaded: number;
  /** At the end; NaN where the build does not tell it. */
  readonly heap: number;
  readonly external: number;
}

/** The starts of one build on one database. */
class Trial {
  readonly #build: Build;
  readonly #home: Record<string, string>;
  readonly #starts: number[] = [];

  constructor(build: Build, home: Record<string, string>) {
    this.#build = build;
    this.#home = home;
  }

  async start({ counts }: { counts: boolean }): Promise<void> {
    const shop = await open(this.#build, this.#home);
    if (counts) this.#starts.push(shop.processor);
    await end(shop);
  }

  /** Starts it once more for the memory. */
  async measured(): Promise<Measured> {
    const shop = await open(this.#build, this.#home);
    const idle = pssOf(shop.child);
    const { answers, refused } = await mixedLoad(shop.address, Number(values.seconds));
    const loaded = pssOf(shop.child);
    const memory = await memoryOf(shop);
    await end(shop);
    const name = `${this.#build.name}, ${await startedFrom(this.#build.folder)}`;
    const others = [...refused].map(([status, times]) => `${times} with ${status}`).join(', ');
    say(`${name}: ${answers} answers, refused: ${others === '' ? 'none' : others}.`);
    return { name, starts: this.#starts, idle, loaded, ...memory };
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
      METRICS_TOKEN: metricsToken,
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

/** The heap that V8 has taken and what lies outside of it, as the shop tells them: of its main thread, not of the embedded engine's. */
async function memoryOf({ address }: Shop): Promise<{ heap: number; external: number }> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await fetch(`${address}/metrics`, { headers })).text();
  const metric = (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / megabyte;
  return {
    heap: metric('nodejs_heap_size_total_bytes'),
    external: metric('nodejs_external_memory_bytes'),
  };
}

/** The bundle where there is one of these sources: older builds make none. */
async function startedFrom(folder: string): Promise<'bundle' | 'sources'> {
  const file = path.join(folder, 'server', 'start', 'bundle.js');
  if (!existsSync(file)) return 'sources';
  const { bundledShop } = (await import(pathToFileURL(file).href)) as typeof Bundle;
  return bundledShop() === undefined ? 'sources' : 'bundle';
}

/** Seconds that a process without a program takes. */
function bare(): number {
  const said = execFileSync(process.execPath, [
    '-p',
    'process.cpuUsage().user + process.cpuUsage().system',
  ]);
  return Number(said) / 1e6;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? NaN;
}

function rowOf(engine: string, its: Measured, before: Measured | undefined): string {
  const shown = (figure: number, digits = 0) =>
    Number.isNaN(figure) ? '–' : figure.toFixed(digits);
  const start = median(its.starts);
  const cells = [
    engine,
    its.name,
    shown(start / median(bares), 1),
    shown(start / median(before?.starts ?? []), 2),
    shown(its.loaded / (before?.loaded ?? NaN), 2),
    `${shown(Math.min(...its.starts), 2)}; ${shown(start, 2)}`,
    ...[its.idle, its.loaded, its.heap, its.external].map((one) => shown(one)),
    shown(its.loaded - its.heap - its.external),
  ];
  return `| ${cells.join(' | ')} |`;
}

// Else the sources would be started, or old pages: both take longer.
for (const { folder } of builds)
  execFileSync(process.execPath, [path.join('scripts', 'build.ts')], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
const postgres = await postgresServer();
const engines = ['embedded', ...(postgres ? ['PostgreSQL'] : [])];
const bares: number[] = [];
const rows: string[] = [];
for (const engine of engines) {
  const trials = await Promise.all(
    builds.map(async (build) => new Trial(build, await homeFor(engine))),
  );
  // The first two starts load the demo, and fill the compile cache.
  for (let turn = -2; turn < Number(values.starts); turn += 1) {
    bares.push(bare());
    for (const trial of trials) await trial.start({ counts: turn >= 0 });
  }
  const measured: Measured[] = [];
  for (const trial of trials) measured.push(await trial.measured());
  const [, before] = measured;
  rows.push(...measured.map((its) => rowOf(engine, its, its === before ? undefined : before)));
}
say(`Load ${os.loadavg()[0]?.toFixed(1)}. Bare \`node -e 0\`: ${median(bares).toFixed(2)} s.`);
say(
  '| engine | build, started from | start, times bare | start, of before | PSS after, of before | start, s of processor (least; median) | PSS then, MB | PSS after the load, MB | of it heap | external | rest |',
);
say('|---|---|---|---|---|---|---|---|---|---|---|');
for (const row of rows) say(row);
await postgres?.stop();
