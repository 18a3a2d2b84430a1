import { expect, test, vi } from 'vitest';
import { startBehindPooler } from '#test/faults/behind-pooler.ts';
import { holdLocks } from '#test/faults/held-locks.ts';
import { findPostgres } from './database.ts';
import { findPgBouncer } from './pgbouncer.ts';

vi.setConfig({ testTimeout: 240_000 });

const hasServer = findPostgres() !== undefined;

test.runIf(hasServer)(
  'while a lock is held from outside, its orders are told to come again, and all else goes on',
  async () => {
    const { figure } = await holdLocks({ long: false, seed: 1 });
    expect(figure).toMatch(
      /^one part's row: \d+ pages and \/readyz × 200, .* [1-9]\d* orders × 503 .*; all orders: \d+ pages and \/readyz × 200, .* [1-9]\d* orders × 503/,
    );
  },
);

test.runIf(hasServer && findPgBouncer() !== undefined)(
  'five copies that start at once behind a busy pooler all serve',
  async () => {
    const { figure } = await startBehindPooler({ long: false, seed: 1 });
    expect(figure).toMatch(/^1 of 1 times all 5 copies serve, after /);
  },
);
