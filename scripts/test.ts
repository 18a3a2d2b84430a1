// `npm test`: runs all checks and tests and prints a table. With names, only those: `node scripts/test.ts unit`.
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { printFault } from '#server/print.ts';
import { buildPages } from './build.ts';
import { runChecks } from './check.ts';
import { cpuSeconds } from './cpu-time.ts';
import { prepareMachine, type Machine } from './machine.ts';
import { root, run } from './run.ts';
import { addFailure, printTally, readPlaywright, readVitest, type Tally } from './tally.ts';

const phases = ['check', 'unit', 'browser'] as const;
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !phases.some((phase) => phase === name));
if (unknown.length > 0) {
  printFault(
    `Unknown: ${unknown.join(', ')}. There are ${phases.join(', ')}; without a name all of them run.`,
  );
  process.exit(1);
}
type Phase = (typeof phases)[number];
const wanted = (phase: Phase): boolean => asked.length === 0 || asked.includes(phase);

async function proveUnits(
  tally: Tally,
  reports: string,
  { hasPostgresql, hasPgBouncer }: Machine,
): Promise<void> {
  const report = path.join(reports, 'vitest.json');
  const { ok } = await run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  readVitest(tally, report, ok);
  if (!hasPostgresql)
    tally.notes.push(
      'PostgreSQL: not run (none on this machine; on Debian: apt-get install postgresql)',
    );
  if (!hasPgBouncer)
    tally.notes.push(
      'PgBouncer: not run (none on this machine; on Debian: apt-get install pgbouncer)',
    );
}

async function proveJourneys(
  tally: Tally,
  reports: string,
  { chromiumPath, hasChromium }: Machine,
): Promise<void> {
  if (!hasChromium) {
    tally.notes.push('browser: no Chromium. As root: apt-get install -y chromium-headless-shell');
    return addFailure(tally, 'browser');
  }
  try {
    await buildPages();
  } catch (error) {
    printFault(error instanceof Error ? error.message : error);
    return addFailure(tally, 'browser');
  }
  const report = path.join(reports, 'playwright.json');
  const { ok } = await run('playwright', ['test'], {
    env: {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      UNDERHOOD_E2E_DATA: path.join(reports, 'data'),
      ...(chromiumPath === undefined ? {} : { CHROMIUM_PATH: chromiumPath }),
    },
  });
  readPlaywright(tally, report, ok);
}

/** The system's folder in memory (Linux), if it has room for all databases of the tests. */
const memory = '/dev/shm';
const roomBytes = 4 * 2 ** 30;

/** Makes the folder in which the tests make theirs: in memory, where copying a database costs an eighth, or in the system's own. */
function workFolder(): string {
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 };
  const parent = bavail * bsize < roomBytes ? tmpdir() : memory;
  const folder = mkdtempSync(path.join(parent, 'underhood-test-'));
  // Run by root, the tests start PostgreSQL as another user, whose folder is in this one.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  // Also when somebody stops the tests: what is left in memory would stay there.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  return folder;
}

async function prove(): Promise<Tally> {
  const reports = workFolder();
  const tally: Tally = { kinds: new Map(), cpu: new Map(), failures: [], notes: [] };
  let counted = 0;
  const phase = async (name: Phase, work: () => Promise<void>): Promise<void> => {
    if (!wanted(name)) return;
    await work();
    const seconds = cpuSeconds();
    if (seconds === undefined) return;
    tally.cpu.set(name, seconds - counted);
    counted = seconds;
  };
  const preparing = prepareMachine({ browser: wanted('browser'), database: wanted('unit') });
  await phase('check', async () => void tally.kinds.set('checks', await runChecks()));
  const machine = await preparing;
  await phase('unit', () => proveUnits(tally, reports, machine));
  await phase('browser', () => proveJourneys(tally, reports, machine));
  return tally;
}

process.chdir(root);
// What Node compiles, for all programs of all tests.
process.env['NODE_COMPILE_CACHE'] ??= path.join(root, 'node_modules', '.cache', 'node');
process.exitCode = printTally(await prove()) ? 0 : 1;
