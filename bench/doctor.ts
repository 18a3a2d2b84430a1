// `npm run bench:doctor`: how long each check of the doctor takes at once, as the command runs it (PostgreSQL), and what customers wait while the page's run goes on in slices. bench/README.md tells its options and how to read it.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { examine } from '#server/doctor/examine.ts';
import { sumUpDays } from '#server/figures/sum-up.ts';
import { postgresServer, temporaryFolder } from '#test/database.ts';
import { runningClock, startShop, type TestShop } from '#test/harness.ts';
import { makeLargeShop } from './large-shop.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'embedded' },
    parts: { type: 'string', default: '100000' },
    orders: { type: 'string', default: '10000' },
    /** A database that a former run has filled. */
    url: { type: 'string' },
    folder: { type: 'string' },
  },
});
/** An answer that took longer is told of, with the check that the run was at. */
const longMs = 300;
/** A reader asks again after so long. */
const apartMs = 10;
const size = { parts: Number(values.parts), orders: Number(values.orders) };
const say = (line: string): void => void process.stdout.write(`${line}\n`);

if (values.engine === 'embedded') await onEmbedded();
else await onServer();

async function onServer(): Promise<void> {
  const server = values.url === undefined ? await postgresServer() : undefined;
  const url = values.url ?? server?.url;
  if (url === undefined) return say('PostgreSQL: not run, none on this machine.');
  const shop = await filled(await openDatabase({ url, dataDir: '', unlimited: true }));
  await timeChecks(shop);
  await shop.close();
  // With the limits of a shop, which the command does not have.
  const database = await openDatabase({ url, dataDir: '' });
  const limited = await startShop({ database, clock: runningClock() });
  await timeReaders(limited);
  await limited.close();
  await server?.stop();
}

async function onEmbedded(): Promise<void> {
  const dataDir = values.folder ?? temporaryFolder('bench-doctor');
  const shop = await filled(await openDatabase({ dataDir, relaxedSync: true }));
  await timeReaders(shop);
  await shop.close();
}

type Opened = Awaited<ReturnType<typeof openDatabase>>;

/** A shop with so many parts and orders; one that is there already stays. */
async function filled(database: Opened): Promise<TestShop> {
  await migrate(database.db);
  const clock = runningClock();
  const shop = await startShop({ database, clock });
  const some = await shop.db.selectFrom('parts').select('id').limit(1).execute();
  if (some.length === 0) await makeLargeShop(shop, database.pool, size, say);
  await sumUpDays(shop);
  return shop;
}

async function timeChecks(shop: TestShop): Promise<void> {
  const begun = performance.now();
  let last: { readonly sentence: string; readonly since: number } | undefined;
  const tell = () =>
    last && say(`| ${Math.round(performance.now() - last.since)} | ${last.sentence} |`);
  say('| ms | check |\n|---:|---|');
  const findings = await examine(shop, {
    mostPayments: Infinity,
    patienceMs: 15_000,
    onStep: async ({ sentence }) => {
      tell();
      last = { sentence, since: performance.now() };
    },
  });
  tell();
  const wrong = findings.filter(({ rows }) => rows === undefined || rows.length > 0);
  say(
    `All: ${((performance.now() - begun) / 1000).toFixed(1)} s; ${wrong.length} checks do not hold.`,
  );
  for (const { check, note } of wrong) say(`${check.id} ${note ?? ''}`);
}

/** The public list as one customer reads it, over and over: before, during and after a run. */
async function timeReaders(shop: TestShop): Promise<void> {
  const admin = await shop.person('Bench Admin', { role: 'admin', tokenHours: 1_000 });
  const read = async (): Promise<number> => {
    const since = performance.now();
    const { status } = await shop.request('GET', '/api/parts?limit=24');
    if (status !== 200) throw new Error(`The list answered ${status}.`);
    const took = performance.now() - since;
    if (took > longMs) await tellStep(shop, took);
    return took;
  };
  const during = async (isOver: () => boolean): Promise<number[]> => {
    const times: number[] = [];
    while (!isOver()) {
      times.push(await read());
      await sleep(apartMs);
    }
    return times;
  };
  const forSome = () => {
    const until = performance.now() + 20_000;
    return () => performance.now() > until;
  };
  await during(forSome());
  say('| | p95, times before | answers | median ms | p95 ms | worst ms |');
  say('|---|---:|---:|---:|---:|---:|');
  let p95Before: number | undefined;
  const tell = (when: string, times: readonly number[]) => {
    const sorted = times.toSorted((one, other) => one - other);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    const p95 = at(0.95);
    p95Before ??= p95;
    const all = [at(0.5), p95, sorted.at(-1) ?? 0].map((ms) => ms.toFixed(1)).join(' | ');
    say(`| ${when} | ${(p95 / p95Before).toFixed(1)} | ${times.length} | ${all} |`);
  };
  tell('before', await during(forSome()));
  await shop.request('POST', '/api/admin/doctor/runs', { as: admin });
  let isOver = false;
  const since = performance.now();
  const run = shop.workOnDoctor().finally(() => void (isOver = true));
  const times = await during(() => isOver);
  await run;
  tell('while the doctor looks', times);
  const took = ((performance.now() - since) / 1000).toFixed(1);
  tell('after', await during(forSome()));
  const opened = performance.now();
  const { body } = await shop.request('GET', '/api/admin/doctor', { as: admin });
  say(
    `The run took ${took} s; its page answered in ${(performance.now() - opened).toFixed(0)} ms.`,
  );
  const wrong = body.checks.filter(({ status }: { status: string }) => status !== 'holds');
  for (const { _id, status, note } of wrong) say(`${_id} ${status} ${note ?? ''}`);
}

async function tellStep({ db }: TestShop, tookMs: number): Promise<void> {
  const run = await db
    .selectFrom('doctor_runs')
    .select('looks_at')
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  say(`An answer took ${tookMs.toFixed(0)} ms: ${run?.looks_at ?? 'no run'}`);
}
