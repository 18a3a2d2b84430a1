import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { act, actsOf } from '#test/bulk-model/acts.ts';
import { Books } from '#test/bulk-model/books.ts';
import { live, modelParts } from '#test/bulk-model/live.ts';
import { histories, type Step } from '#test/bulk-model/steps.ts';
import { databaseOn, engines } from './engines.ts';
import { startShop } from './harness.ts';
import { expectInvariants } from './invariants.ts';

/** A short form in `npm test`; `HISTORIES=1000` is the long one, and `SHRINK=1` looks for the shortest history that fails. */
const runs = Number(process.env['HISTORIES'] ?? 12);
const seed = Number(process.env['SEED'] ?? 20_261_123);

/** Lives a history in the model alone. */
function think(steps: readonly Step[]): Books {
  const books = new Books(modelParts);
  for (const step of steps)
    for (const what of actsOf(books, step)) {
      act(books, what, (line) => String(line).padStart(3, '0'));
      expect(books.faults()).toEqual([]);
    }
  return books;
}

describe('any history of lists, payments for several orders, cancels, refunds and returns', () => {
  it('neither loses nor invents pieces or money in the model: captured less refunded is what is kept', async ({
    annotate,
  }) => {
    const reached = { paid: 0, shipped: 0, cancelled: 0, unpaid: 0, returned: 0, sentBack: 0 };
    fc.assert(
      fc.property(histories, (steps) => {
        const { orders, payments } = think(steps);
        for (const { phase } of orders) reached[phase] += 1;
        reached.sentBack += orders
          .flatMap(({ returns }) => returns)
          .filter(({ state }) => state === 'settled').length;
        reached.returned += payments.filter(({ backCents }) => backCents > 0).length;
      }),
      { numRuns: 10_000, seed },
    );
    await annotate(JSON.stringify(reached));
    for (const count of Object.values(reached)) expect(count).toBeGreaterThan(1000);
  });
});

describe.each(engines)('the shop (%s)', (engine) => {
  it(
    'answers and ends as the model',
    { timeout: 3_600_000 },
    async ({ annotate, onTestFinished }) => {
      const controls = { hearsEvents: false };
      const shop = await startShop({
        database: await databaseOn(engine),
        hears: () => controls.hearsEvents,
      });
      onTestFinished(shop.close);
      await fc.assert(
        fc.asyncProperty(histories, (steps) => live(shop, steps, controls)),
        { numRuns: runs, seed, endOnFailure: process.env['SHRINK'] === undefined },
      );
      await expectInvariants(shop);
      await annotate(`${runs} histories`);
    },
  );
});
