import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { databaseOn, engines } from './engines.ts';
import { startShop, type TestShop } from './harness.ts';
import { live } from '#test/model/history.ts';
import type { Controls, Seen } from '#test/model/setting.ts';
import { bothEnds, histories, inParts } from '#test/model/steps.ts';

/** A short form in `npm test`; `HISTORIES=300` is the long one. */
const runs = Number(process.env['HISTORIES'] ?? 12);
const seed = Number(process.env['SEED'] ?? 20_261_121);

function controlled(): Controls {
  return { provider: 'well', hearsEvents: false };
}

/** Makes the provider behave as the controls say. */
function through(controls: Controls) {
  return (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
    async (input, init) => {
      if (controls.provider === 'down') throw new TypeError('fetch failed');
      const answer = await fetch(input, init);
      if (controls.provider === 'mute') throw new TypeError('fetch failed');
      return answer;
    };
}

async function liveHistories(shop: TestShop, controls: Controls): Promise<Seen> {
  const seen: Seen = { paid: 0, cancelled: 0 };
  await live(shop, bothEnds, { controls, seen });
  await live(shop, inParts, { controls, seen });
  await fc.assert(
    fc.asyncProperty(histories, (steps) => live(shop, steps, { controls, seen })),
    { numRuns: runs, seed, interruptAfterTimeLimit: 1_000_000, markInterruptAsFailure: true },
  );
  return seen;
}

describe.each(engines)(
  'any history of orders, payments, cancels, refunds, waits and faults (%s)',
  (engine) => {
    it(
      'ends as the model says, and payment and cancel each win a race',
      { timeout: 1_200_000 },
      async ({ annotate, onTestFinished }) => {
        const controls = controlled();
        const shop = await startShop({
          database: await databaseOn(engine),
          through: through(controls),
          hears: () => controls.hearsEvents,
        });
        onTestFinished(shop.close);
        const seen = await liveHistories(shop, controls);
        await annotate(
          `${runs} histories, races won by the payment ${seen.paid}, by the cancel ${seen.cancelled}`,
        );
        expect(seen.paid).toBeGreaterThan(0);
        expect(seen.cancelled).toBeGreaterThan(0);
      },
    );
  },
);
