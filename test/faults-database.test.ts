import { expect, test, vi } from 'vitest';
import { findPostgres } from './database.ts';
import { fillDisk } from '#test/faults/full-disk.ts';
import { loseDatabase } from '#test/faults/lost-database.ts';

vi.setConfig({ testTimeout: 180_000 });

// The embedded engine cannot be lost without the shop: its disk can be full.
const losses = [
  {
    loss: 'whose disk is full',
    lose: fillDisk,
    says: /acknowledged writes all there, [1-9]\d* × 503/,
  },
  ...(findPostgres() === undefined
    ? []
    : [
        {
          loss: 'that is killed, refuses, is cut off, hangs and is slow (server)',
          lose: loseDatabase,
          says: /acknowledged writes all there, [1-9]\d* × 503 and nothing worse/,
        },
      ]),
];

test.each(losses)(
  'a database $loss costs customers a 503, and nothing acknowledged',
  async ({ lose, says }) => {
    const { figure } = await lose({ long: false, seed: 1 });
    expect(figure).toMatch(says);
  },
);
