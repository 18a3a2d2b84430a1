import { expect, test, vi } from 'vitest';
import { engines } from './engines.ts';
import { raceBatchesOn } from '#test/faults/batch-races.ts';
import { raceOn } from '#test/faults/races.ts';

vi.setConfig({ testTimeout: 120_000 });

test.each(engines)(
  '500 buyers, pay against cancel, 50 equal keys, every message × 20: the books agree (%s)',
  async (engine) => {
    const { figure } = await raceOn(engine, { long: false, seed: 1 });
    expect(figure).toMatch(
      /10 × 201, \d+ × 422, \d+ × 409; 40 × pay against cancel: [1-9]\d* cancelled, [1-9]\d* paid; 50 equal keys: 1 order/,
    );
  },
);

test.each(engines)(
  '60 buyers of 20 of the same 24 parts each, single orders and cancels between them: the books agree (%s)',
  async (engine) => {
    const { figure } = await raceBatchesOn(engine, { long: false, seed: 1 });
    expect(figure).toMatch(
      /^60 lists of 20 lines from 24 parts: [1-9]\d* placed whole, [1-9]\d* in part, [1-9]\d* refused, [1-9]\d* put back/,
    );
  },
);
