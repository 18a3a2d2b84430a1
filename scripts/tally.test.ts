import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './run.ts';
import { readPlaywright, readVitest, type Tally } from './tally.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'underhood-tally-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function report(content: object): string {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const empty = (): Tally => ({ kinds: new Map(), cpu: new Map(), failures: [], notes: [] });

test('a failed test is named with its file and the first line of why', () => {
  const tally = empty();
  const name = path.join(root, 'scripts/tally.test.ts');
  readVitest(
    tally,
    report({
      testResults: [
        {
          name,
          status: 'failed',
          assertionResults: [
            { fullName: 'adds', status: 'passed', failureMessages: [] },
            { fullName: 'divides', status: 'failed', failureMessages: ['\u001B[31m1 is not 2'] },
          ],
        },
        { name, status: 'failed', message: 'cannot be loaded', assertionResults: [] },
        {
          name,
          status: 'failed',
          message: 'beforeAll failed',
          assertionResults: [{ fullName: 'waits', status: 'skipped', failureMessages: [] }],
        },
        {
          name,
          status: 'failed',
          message: '',
          assertionResults: [{ fullName: 'crashes', status: 'pending', failureMessages: [] }],
        },
      ],
    }),
    false,
  );
  expect(tally.kinds.get('unit')).toEqual({ passed: 1, failed: 4 });
  expect(tally.failures).toEqual([
    'scripts/tally.test.ts › divides\n    1 is not 2',
    'scripts/tally.test.ts › the file itself\n    cannot be loaded',
    'scripts/tally.test.ts › waits\n    beforeAll failed',
    'scripts/tally.test.ts › crashes\n    Not run to its end: its process ended, and the output above says how.',
  ]);
});

test('a failed journey and one that needed a second try are named apart', () => {
  const tally = empty();
  const spec = (title: string, status: string, message?: string): object => ({
    title,
    file: 'buying.e2e.ts',
    tests: [{ status, results: message === undefined ? [{}] : [{ error: { message } }, {}] }],
  });
  readPlaywright(
    tally,
    report({
      stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
      suites: [
        {
          specs: [spec('pays', 'expected')],
          suites: [
            { specs: [spec('waits', 'flaky', 'too late'), spec('fails', 'unexpected', 'no page')] },
          ],
        },
      ],
    }),
    false,
  );
  expect(tally.kinds.get('browser')).toEqual({ passed: 2, failed: 1 });
  expect(tally.failures).toEqual(['test/e2e/buying.e2e.ts › fails\n    no page']);
  expect(tally.notes).toEqual([
    'browser: only at the second try: test/e2e/buying.e2e.ts › waits\n    too late',
  ]);
});
