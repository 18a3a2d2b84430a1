import { expect, test, vi } from 'vitest';
import { findPostgres } from './database.ts';
import { raceOnEmbedded, raceOnPostgresql } from '#test/faults/races.ts';

vi.setConfig({ testTimeout: 120_000 });

const engines = [
  { engine: 'embedded', race: raceOnEmbedded },
  ...(findPostgres() === undefined ? [] : [{ engine: 'server', race: raceOnPostgresql }]),
];

test.each(engines)(
  '500 buyers, pay against cancel, 50 equal keys, every message × 20: the books agree ($engine)',
  async ({ race }) => {
    const { figure } = await race({ long: false, seed: 1 });
    expect(figure).toMatch(
      /10 × 201, \d+ × 422, \d+ × 409; 40 × pay against cancel: [1-9]\d* cancelled, [1-9]\d* paid; 50 equal keys: 1 order/,
    );
  },
);
