// `npm run bench:pages`: processor time per answer, of the shop's process and its database together: cached pages (also while orders come in), pages
// that are rendered for each request, and the list of parts as JSON, beside a bare `node:http` server that says hello. Each checkout has a process of its
// own; they are asked by turns. bench/README.md tells its options.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Opened, Told, Wish } from './shop-of-build.ts';

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    parts: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
  },
});
const rounds = Number(values.rounds);

interface Work {
  readonly name: string;
  /** RANDOM in it is another word, PART another part in each request. */
  readonly path: string;
  /** At once; those that are rendered are asked for one after another, because whoever comes meanwhile would share the rendering. */
  readonly connections: 1 | 16;
  readonly ms: number;
  /** By how much the clock of the page cache goes on each time it is read; default: not at all. */
  readonly step?: number;
  readonly orders?: number;
  readonly isHello?: true;
  /** The first parts of the shop that PART stands for; default: all. */
  readonly parts?: number;
}

const cached = { connections: 16, ms: 300 } as const;
// A page of another day is rendered; one that is older than two seconds is only if something that it shows has changed.
const rendered = { connections: 1, ms: 300, step: 86_400_000 } as const;
const again = { connections: 1, ms: 300, step: 2001 } as const;
const works: readonly Work[] = [
  { name: 'bare `node:http`, hello', path: '/', ...cached, isHello: true },
  { name: 'hello of 8 kB, as a home page has', path: '/page', ...cached, isHello: true },
  { name: 'home, cached', path: '/', ...cached },
  { name: 'home, cached, 5 orders/s', path: '/', ...cached, orders: 5 },
  {
    name: 'part pages, 150 cached, 5 orders/s',
    path: '/parts/PART',
    ...cached,
    parts: 150,
    orders: 5,
  },
  { name: 'home, again, nothing changed', path: '/', ...again },
  { name: '/parts, again, nothing changed', path: '/parts', ...again },
  { name: 'home, rendered', path: '/', ...rendered },
  {
    name: 'part pages, 10, again, nothing changed',
    path: '/parts/PART',
    ...again,
    parts: 10,
  },
  { name: 'part page, rendered', path: '/parts/PART', ...rendered },
  { name: '/parts, rendered', path: '/parts', ...rendered },
  { name: 'a new search, `/parts?q=RANDOM`', path: '/parts?q=RANDOM', connections: 1, ms: 300 },
  { name: 'the dashboard, for one reader', path: '/dashboard', connections: 1, ms: 300 },
  { name: 'GET /api/parts?limit=6', path: '/api/parts?limit=6', connections: 16, ms: 300 },
];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The shop of one checkout. */
class Build {
  readonly #child: ChildProcess;
  readonly name: string;
  #opened: Opened | undefined;
  readonly #figures = new Map<string, number[]>();

  constructor(name: string, folder: string) {
    this.name = name;
    this.#child = fork(path.join(import.meta.dirname, 'shop-of-build.ts'), [folder, values.parts]);
  }

  async open(): Promise<void> {
    [this.#opened] = (await once(this.#child, 'message')) as [Opened];
  }

  get opened(): Opened {
    if (this.#opened === undefined) throw new Error(`${this.name} is not open yet.`);
    return this.#opened;
  }

  async wish(wish: Wish): Promise<number> {
    this.#child.send(wish);
    const [{ ms }] = (await once(this.#child, 'message')) as [Told];
    return ms;
  }

  /** One turn: processor milliseconds of each answer. */
  async turn(reader: Worker, work: Work): Promise<number> {
    const { shop, hello, parts } = this.opened;
    await this.wish({ kind: 'step', ms: work.step ?? 0 });
    const before = await this.wish({ kind: 'orders', perSecond: work.orders ?? 0 });
    reader.postMessage({
      port: work.isHello ? hello : shop,
      path: work.path,
      ms: work.ms,
      connections: work.connections,
      parts: parts.slice(0, work.parts),
    });
    const [answered] = (await once(reader, 'message')) as [number];
    const after = await this.wish({ kind: 'orders', perSecond: 0 });
    return (after - before) / answered;
  }

  /** Those of each turn. */
  figuresOf(name: string): number[] {
    const figures = this.#figures.get(name) ?? [];
    this.#figures.set(name, figures);
    return figures;
  }

  close(): void {
    this.#child.disconnect();
  }
}

/** Of many short turns the lower quartile: other work on the machine only ever adds. */
const quartile = (figures: readonly number[]): number =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 4)] ?? Number.NaN;

const root = path.join(import.meta.dirname, '..');
const now = new Build('now', root);
const before =
  values.before === undefined ? undefined : new Build('before', path.resolve(values.before));
const builds = before === undefined ? [now] : [before, now];
for (const build of builds) await build.open();
const reader = new Worker(new URL('./load-client.ts', import.meta.url));
const asked = works.filter(({ name }) => name.includes(values.only) || name.includes('hello'));
// The first turn warms it up.
for (const work of asked) {
  for (const build of builds) await build.turn(reader, work);
  const figures = builds.map((build) => build.figuresOf(work.name));
  for (let round = 0; round < rounds; round += 1)
    for (const [place, build] of builds.entries())
      figures[place]?.push(await build.turn(reader, work));
}
say(
  `Processor ms of an answer, process and database, lower quartile of ${rounds} turns; ${now.opened.engine}, ${values.parts} parts, Node ${process.version}`,
);
say('');
say('| | of before | times hello | now | before |');
say('|---|---|---|---|---|');
const hello = quartile(now.figuresOf(asked[0]?.name ?? ''));
for (const { name } of asked) {
  const [is, was] = [now, before].map((build) => quartile(build?.figuresOf(name) ?? []));
  const shown = (figure: number | undefined, digits: number) =>
    figure === undefined || Number.isNaN(figure) ? '–' : figure.toFixed(digits);
  say(
    `| ${name} | ${shown((is ?? Number.NaN) / (was ?? Number.NaN), 2)} | ${shown((is ?? Number.NaN) / hello, 1)} | ${shown(is, 3)} | ${shown(was, 3)} |`,
  );
}
await reader.terminate();
for (const build of builds) build.close();
