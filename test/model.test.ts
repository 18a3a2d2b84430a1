import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { migrate } from '#server/db/migrate.ts';
import { findPostgres, freshDatabase, postgresServer, temporaryFolder } from './database.ts';
import { startShop, type TestShop } from './harness.ts';
import { live } from '#test/model/history.ts';
import type { Controls, Seen } from '#test/model/setting.ts';
import { bothEnds, histories } from '#test/model/steps.ts';

/** A short form in `npm test`; `HISTORIES=300` is the long one. */
const runs = Number(process.env['HISTORIES'] ?? 12);
const seed = Number(process.env['SEED'] ?? 20_261_121);

const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

function controlled(): Controls {
  return { provider: 'well', hearsEvents: false };
}

/** A provider in the mood of the controls: as the network would show it. */
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
  await fc.assert(
    fc.asyncProperty(histories, (steps) => live(shop, steps, { controls, seen })),
    { numRuns: runs, seed, interruptAfterTimeLimit: 1_000_000, markInterruptAsFailure: true },
  );
  return seen;
}

const engines = ['embedded', ...(findPostgres() === undefined ? [] : ['server'])] as const;

describe.each(engines)(
  'any history of orders, payments, cancels, refunds, waits and faults (%s)',
  (engine) => {
    it(
      'ends as the model says, and payment and cancel each win a race',
      { timeout: 1_200_000 },
      async ({ annotate }) => {
        const controls = controlled();
        const database = engine === 'embedded' ? await freshDatabase() : await serverDatabase();
        const shop = await startShop({
          database,
          through: through(controls),
          hears: () => controls.hearsEvents,
        });
        closers.push(shop.close);
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

async function serverDatabase() {
  const server = await postgresServer();
  if (!server) throw new Error('PostgreSQL was found, but does not start.');
  closers.push(() => server.stop());
  const database = await openDatabase({
    url: await server.createDatabase(),
    dataDir: temporaryFolder('model'),
  });
  await migrate(database.db);
  return database;
}
