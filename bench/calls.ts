// `npm run bench:calls`: processor time of the shop's process and its PostgreSQL for each call that buyers make, by turns with a bare `node:http` that does
// the statements by hand, and with the build of another checkout; then orders per second with several copies, and what it brings that an order takes its
// pieces last. bench/README.md tells its options.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Message, Opened, Wish } from './calls-shop.ts';
import { postTo } from './post-to.ts';
import { compareSequences } from './stock-sequence.ts';

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    parts: { type: 'string', default: '10000' },
    /** About how long all of it takes, without the start. */
    seconds: { type: 'string', default: '300' },
    /** Only what has this in its name. */
    only: { type: 'string', default: '' },
  },
});
const [seconds, root] = [Number(values.seconds), path.join(import.meta.dirname, '..')];
const callers = 8;
/** Of the calls that write, what one costs is measured one after the other: then it does not wait for others. */
const writers = 1;
const leastRounds = 3;
const warmTurns = 4;
/** How long the callers of a reading turn read. */
const readingMs = 300;
const ordersOfTurn = 150;
const paidOfTurn = 60;
const ordersOfRate = 400;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const reader = new Worker(new URL('./load-client.ts', import.meta.url));

/** A process that answers calls. */
class Server {
  readonly name: string;
  readonly #child: ChildProcess;
  #opened: Opened | undefined;
  readonly figures = new Map<string, number[]>();

  /** `how`: calls-shop.ts tells which there are. */
  constructor(name: string, folder: string, how = 'shop') {
    this.name = name;
    this.#child = fork(path.join(import.meta.dirname, 'calls-shop.ts'), [
      folder,
      values.parts,
      how,
    ]);
  }

  async open(): Promise<this> {
    [this.#opened] = (await once(this.#child, 'message')) as [Opened];
    return this;
  }

  get opened(): Opened {
    if (this.#opened === undefined) throw new Error(`${this.name} is not open yet.`);
    return this.#opened;
  }

  async wish<Told = number>(wish: Wish): Promise<Told> {
    this.#child.send(wish);
    const [told] = (await once(this.#child, 'message')) as [Told];
    return told;
  }

  /** Milliseconds of processor that the work took. */
  async used(work: () => Promise<unknown>): Promise<number> {
    const before = await this.wish({ kind: 'clock' });
    await work();
    return (await this.wish({ kind: 'clock' })) - before;
  }

  note(call: string, ms: number): void {
    this.figures.set(call, [...(this.figures.get(call) ?? []), ms]);
  }

  async close(): Promise<void> {
    this.#child.disconnect();
    await once(this.#child, 'exit');
  }
}

/** Does it once for each, so many at a time, and answers what came. */
async function forEach<One, Made>(
  all: readonly One[],
  make: (one: One, place: number) => Promise<Made>,
  atOnce = writers,
): Promise<Made[]> {
  const made: Made[] = [];
  const left = all.entries();
  const caller = async (): Promise<void> => {
    for (const [place, one] of left) made[place] = await make(one, place);
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  return made;
}

/** One turn of reading calls. */
async function read(server: Server, call: string, address: string): Promise<void> {
  const { port, parts } = server.opened;
  let answered = 0;
  const ms = await server.used(async () => {
    reader.postMessage({ port, path: address, ms: readingMs, connections: callers, parts });
    [answered] = (await once(reader, 'message')) as [number];
  });
  server.note(call, ms / answered);
}

interface Placed {
  readonly token: string;
  readonly insertedId: string;
  readonly total: number;
}

function orderAt(port: number, token: string, productId: string | undefined): Promise<Placed> {
  const delivery = { address: '12 Dock Road, Leeds', phone: '+44 20 7946 0111' };
  const body = { productId, quantity: 1, ...delivery };
  const sent = postTo(port, '/api/orders', { token, body });
  return sent.then((placed) => ({ ...(placed as Placed), token }));
}

async function order(server: Server): Promise<void> {
  const { port, ordered } = server.opened;
  const tokens = await server.wish<string[]>({ kind: 'customers', count: ordersOfTurn });
  const ms = await server.used(() =>
    forEach(tokens, (token, at) => orderAt(port, token, ordered[at % ordered.length])),
  );
  server.note('order', ms / tokens.length);
}

/** One turn from order to paid, step by step. */
async function pay(server: Server): Promise<void> {
  const { port, ordered } = server.opened;
  const tokens = await server.wish<string[]>({ kind: 'customers', count: paidOfTurn });
  let placed: Placed[] = [];
  let opened: string[] = [];
  const steps: number[] = [];
  const step = async (work: () => Promise<unknown>) =>
    void steps.push((await server.used(work)) / tokens.length);
  await step(async () => {
    placed = await forEach(tokens, (token, at) =>
      orderAt(port, token, ordered[at % ordered.length]),
    );
  });
  await step(async () => {
    opened = await forEach(placed, async ({ token, insertedId: orderId, total: price }) => {
      const body = { price, orderId };
      const intent = await postTo(port, '/api/create-payment-intent', { token, body });
      return (intent as { clientSecret: string }).clientSecret.split('_secret_')[0] ?? '';
    });
  });
  const messages = await server.wish<Message[]>({ kind: 'messages', intents: opened });
  await step(() =>
    forEach(messages, ({ body, signature }) =>
      postTo(port, '/api/card-events', { body, headers: { 'stripe-signature': signature } }),
    ),
  );
  await step(() =>
    forEach(placed, ({ token, insertedId: orderId }, at) => {
      const body = { orderId, transactionId: opened[at] };
      return postTo(port, `/api/orders/${orderId}`, { method: 'PATCH', token, body });
    }),
  );
  for (const [at, name] of ['order', 'payment opened', 'money heard of', 'paid said'].entries())
    server.note(`order to paid: ${name}`, steps[at] ?? Number.NaN);
  server.note(
    'order to paid',
    steps.reduce((sum, ms) => sum + ms, 0),
  );
}

const works: readonly { readonly call: string; turn(server: Server): Promise<void> }[] = [
  ['list, `GET /api/parts?limit=6`', '/api/parts?limit=6'],
  ['part detail, `GET /api/parts/ID`', '/api/parts/PART'],
  ['search, `GET /api/parts?q=brake`', '/api/parts?q=brake&limit=24'],
]
  .map(([call = '', address = '']) => ({
    call,
    turn: (server: Server) => read(server, call, address),
  }))
  .concat([
    { call: 'order', turn: order },
    { call: 'order to paid', turn: pay },
  ]);

/** Of many short turns the lower quartile: other work on the machine only ever adds. */
function quartile(figures: readonly number[] = []): number {
  return (
    figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 4)] ?? Number.NaN
  );
}

/** Repeats something for a time, at least a few times. */
async function during(share: number, round: () => Promise<void>): Promise<void> {
  const endsAt = performance.now() + share * seconds * 1000;
  for (let done = 0; done < leastRounds || performance.now() < endsAt; done += 1) await round();
}

async function measureCalls(servers: Server[]): Promise<void> {
  const asked = works.filter(({ call }) => call.includes(values.only));
  for (const { turn } of asked) {
    // The first turns warm it up. What was planned for empty tables is planned anew after them.
    for (const server of servers) {
      for (let warm = 0; warm < warmTurns; warm += 1) await turn(server);
      await server.wish({ kind: 'analyze' });
      await turn(server);
    }
    for (const server of servers) server.figures.clear();
    await during(0.6 / asked.length, async () => {
      // Each is the first of a round as often as the others.
      servers.push(...servers.splice(0, 1));
      for (const server of servers) await turn(server);
    });
    for (const server of servers)
      for (const [call, figures] of server.figures)
        results.set(keyOf(server, call), quartile(figures));
  }
}

const results = new Map<string, number>();
const keyOf = (server: Server | undefined, call: string): string => `${server?.name} ${call}`;

function tellCalls(): void {
  say(
    `Processor ms of a call, process and PostgreSQL, lower quartile of its turns; reads by ${callers} callers, ${values.parts} parts, Node ${process.version}`,
  );
  say('');
  say('| call | of before | times bare | now | before | bare |');
  say('|---|---|---|---|---|---|');
  const calls = [...results.keys()].filter((key) => key.startsWith(`${now.name} `));
  for (const key of calls) {
    const call = key.slice(now.name.length + 1);
    const of = (server: Server | undefined) => results.get(keyOf(server, call)) ?? Number.NaN;
    const shown = (figure: number, digits: number) =>
      Number.isNaN(figure) ? '–' : figure.toFixed(digits);
    const [is, was, least] = [of(now), of(before), of(bare)];
    say(
      `| ${call} | ${shown(is / was, 2)} | ${shown(is / least, 1)} | ${shown(is, 3)} | ${shown(was, 3)} | ${shown(least, 3)} |`,
    );
  }
}

/** Orders per second of some copies, spread over parts or all of one. */
async function ordersPerSecond(
  copies: readonly Server[],
  parts: readonly string[],
): Promise<number> {
  const tokens = await now.wish<string[]>({ kind: 'customers', count: ordersOfRate });
  const begun = performance.now();
  const place = (token: string, at: number) =>
    orderAt(copies[at % copies.length]?.opened.port ?? 0, token, parts[at % parts.length]);
  await forEach(tokens, place, callers);
  return tokens.length / ((performance.now() - begun) / 1000);
}

async function measureCopies(): Promise<void> {
  const { url, ordered } = now.opened;
  const others = [1, 2].map((at) => new Server(`copy ${at}`, root, url));
  const copies = [now, ...(await Promise.all(others.map((other) => other.open())))];
  const cases = [1, 2, 3].flatMap((count) =>
    [ordered, ordered.slice(0, 1)].map((parts) => ({ count, parts, rates: [] as number[] })),
  );
  const round = async () => {
    for (const { count, parts, rates } of cases)
      rates.push(await ordersPerSecond(copies.slice(0, count), parts));
  };
  await round();
  for (const { rates } of cases) rates.length = 0;
  await during(0.2, round);
  say('');
  say(`Orders per second, ${callers} callers, best of its turns; all on the same machine`);
  say('');
  say(
    '| copies on one PostgreSQL | spread over 64 parts | of one copy | one hot part | of spread |',
  );
  say('|---|---|---|---|---|');
  const best = (count: number, isHot: boolean) =>
    Math.max(
      ...(cases.find((one) => one.count === count && (one.parts.length === 1) === isHot)?.rates ??
        []),
    );
  for (const count of [1, 2, 3]) {
    const [spread, hot] = [best(count, false), best(count, true)];
    say(
      `| ${count} | ${spread.toFixed(0)} | ${(spread / best(1, false)).toFixed(2)} | ${hot.toFixed(0)} | ${(hot / spread).toFixed(2)} |`,
    );
  }
  for (const other of others) await other.close();
}

const started = performance.now();
const now = await new Server('now', root).open();
const bare = await new Server('bare', root, 'bare').open();
const before =
  values.before === undefined
    ? undefined
    : await new Server('before', path.resolve(values.before)).open();
await measureCalls([now, bare, ...(before === undefined ? [] : [before])]);
tellCalls();
await before?.close();
await bare.close();
if ('copies'.includes(values.only)) await measureCopies();
if ('sequence'.includes(values.only))
  await compareSequences(now.opened.url, { callers, seconds: 0.2 * seconds, say });
await now.close();
await reader.terminate();
say('');
say(`Took ${((performance.now() - started) / 1000).toFixed(0)} s.`);
