import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { print } from '#server/print.ts';
import { root } from './run.ts';

/** The results so far, by kind of test, with remarks. */
export interface Tally {
  readonly kinds: Map<string, { passed: number; failed: number }>;
  /** CPU seconds by phase, if the system reports them. */
  readonly cpu: Map<string, number>;
  /** Tests that failed, each with where it stands and the first line of why. */
  readonly failures: string[];
  readonly notes: string[];
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
}

interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
}

function add(tally: Tally, kind: string, passed: boolean): void {
  const counted = tally.kinds.get(kind) ?? { passed: 0, failed: 0 };
  counted[passed ? 'passed' : 'failed'] += 1;
  tally.kinds.set(kind, counted);
}

/** The first lines of a message, on one line and without colours. */
function brief(message = ''): string {
  return stripVTControlCharacters(message).trim().split('\n').slice(0, 3).join(' ').slice(0, 400);
}

const notRunToItsEnd = 'Not run to its end: its process ended, and the output above says how.';

function named(file: string, title: string, message?: string): string {
  return `${path.relative(root, path.resolve(root, file))} › ${title}\n    ${brief(message)}`;
}

/** Counts a phase that could not start as failed. */
export function addFailure(tally: Tally, kind: string): void {
  add(tally, kind, false);
}

/** The kind of a test: one that opens the whole shop is an HTTP test, one of server/db runs on a database engine. */
function kindOf(file: string, fullName: string): string {
  const place = path.relative(root, file).replaceAll(path.sep, '/');
  if (/^test\/(?:architecture|documents)\.test\.ts$/.test(place)) return 'architecture';
  if (place.startsWith('test/faults-')) return 'faults';
  if (/\(server\)|on a server|to a server/.test(fullName)) return 'store-postgresql';
  if (/^server\/db\/|store\.test\.ts$/.test(place)) return 'store-embedded';
  const opensShop = /'(?:#test|\.)\/(?:harness|use-shop|payment-shop)\.ts'/;
  return opensShop.test(readFileSync(file, 'utf8')) ? 'http' : 'unit';
}

/** Adds vitest's report. A skipped test counts as failed. */
export function readVitest(tally: Tally, report: string, ok: boolean): void {
  if (!existsSync(report)) return addFailure(tally, 'unit');
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport;
  for (const { name, status, message, assertionResults } of testResults) {
    for (const test of assertionResults) {
      const passed = test.status === 'passed';
      add(tally, kindOf(name, test.fullName), passed);
      // Tests that a failed hook kept from running have no reason of their own: the file has it. None has one when their process died.
      const why = [test.failureMessages?.[0], message].find(Boolean) ?? notRunToItsEnd;
      if (!passed) tally.failures.push(named(name, test.fullName, why));
    }
    // A file that failed to load has no tests, or only passed ones if a hook failed.
    if (status === 'failed' && assertionResults.every((test) => test.status === 'passed')) {
      addFailure(tally, kindOf(name, ''));
      tally.failures.push(named(name, 'the file itself', message));
    }
  }
  if (!ok && !hasFailures(tally)) addFailure(tally, 'unit');
}

/** Adds Playwright's report. A skipped test counts as failed; flaky ones are named. */
export function readPlaywright(tally: Tally, report: string, ok: boolean): void {
  if (!existsSync(report)) return addFailure(tally, 'browser');
  const { suites, stats } = JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport;
  const passed = stats.expected + stats.flaky;
  const failed = stats.unexpected + stats.skipped;
  tally.kinds.set('browser', {
    passed,
    failed: failed === 0 && (!ok || passed === 0) ? 1 : failed,
  });
  for (const { file, title, tests } of suites.flatMap(specsIn)) {
    const test = tests.find(({ status }) => status !== 'expected');
    if (test === undefined) continue;
    const name = named(path.join('test/e2e', file), title, test.results[0]?.error?.message);
    if (test.status === 'flaky') tally.notes.push(`browser: only at the second try: ${name}`);
    else tally.failures.push(name);
  }
}

function specsIn({ suites = [], specs }: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...specs, ...suites.flatMap(specsIn)];
}

function hasFailures(tally: Tally): boolean {
  return [...tally.kinds.values()].some(({ failed }) => failed > 0);
}

/** Prints the table and, on the last line, the sums. True when something ran and nothing failed. */
export function printTally(tally: Tally): boolean {
  const rows = [...tally.kinds];
  const width = Math.max(...rows.map(([kind]) => kind.length));
  print('');
  for (const [kind, { passed, failed }] of rows)
    print(
      `${kind.padEnd(width)}  ${String(passed).padStart(5)} passed  ${String(failed).padStart(4)} failed`,
    );
  const minutes = [...tally.cpu].map(([phase, seconds]) => `${phase} ${(seconds / 60).toFixed(1)}`);
  const together = [...tally.cpu.values()].reduce((sum, seconds) => sum + seconds, 0);
  if (minutes.length > 0)
    print(
      `${'CPU'.padEnd(width)}  ${(together / 60).toFixed(1).padStart(5)} minutes (${minutes.join(', ')})`,
    );
  for (const note of tally.notes) print(note);
  if (tally.failures.length > 0) print(`\nFailed:\n${tally.failures.join('\n')}`);
  const sum = (which: 'passed' | 'failed'): number =>
    rows.reduce((total, [, counted]) => total + counted[which], 0);
  print(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('passed') > 0 && sum('failed') === 0;
}
