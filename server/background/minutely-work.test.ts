import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { minutelyTasks, minutelyWork } from './minutely-work.ts';
import { withTimeout } from '#test/with-timeout.ts';

/** The number of calls to a card provider that never answers. */
let unanswered = 0;
let isHanging = false;

const shop = await useShop({
  hears: () => false,
  through: (fetch) => async (input, init) => {
    if (!isHanging) return fetch(input, init);
    unanswered += 1;
    return new Promise(() => undefined);
  },
});

/** A round in which the old idempotency keys cannot be deleted, by this SQLSTATE; answers its tasks that were done, and what it threw. */
async function roundWith(code: string): Promise<{ done: string[]; error: unknown }> {
  await sql`
    create function fail_here() returns trigger language plpgsql as
      ${sql.lit(`begin raise exception 'too long' using errcode = '${code}'; end`)}`.execute(
    shop.db,
  );
  await sql`create trigger fails before delete on idempotency_keys execute function fail_here()`.execute(
    shop.db,
  );
  const done: string[] = [];
  try {
    const round = minutelyWork(shop, new AbortController().signal, (task) => done.push(task));
    return { done, error: await round.catch((error: unknown) => error) };
  } finally {
    await sql`drop function fail_here cascade`.execute(shop.db);
  }
}

it.each(['57014', '55P03', '40001', '40P01', '25P03', '58030'])(
  'a task whose statement fails by itself (%s) stops none of the others',
  async (code) => {
    const { done, error } = await roundWith(code);
    expect(done).toEqual(minutelyTasks.filter((task) => task !== 'forgetOld'));
    expect(error).toMatchObject({ message: 'Failed: forgetOld.', errors: [{ code }] });
  },
);

it.each(['08006', '53300', '57P01', '25006'])(
  'a round ends where the database is out of reach (%s)',
  async (code) => {
    const { done, error } = await roundWith(code);
    expect(done).toEqual(minutelyTasks.slice(0, minutelyTasks.indexOf('forgetOld')));
    expect(error).toMatchObject({ code });
  },
);

it('a shop that closes waits for its own round, not for a card provider that hangs, and logs no error', async () => {
  const ana = await shop.person('Ana Duarte');
  const disc = await samplePart(shop.db, { inStock: 10_000 });
  for (let count = 0; count < 5; count += 1) {
    const orderId = await shop.order(ana, disc, 200);
    await shop.request('POST', '/api/create-payment-intent', {
      as: ana,
      body: { price: 2500, orderId },
    });
  }
  shop.clock.advance(60_000);
  isHanging = true;
  const round = shop.everyMinute();
  await expect.poll(() => unanswered, { timeout: 30_000 }).toBeGreaterThan(0);

  await shop.endWork();
  // A single call has a timeout of 20 s.
  await withTimeout(15_000, round);
  expect(shop.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual(
    [],
  );

  const asked = unanswered;
  shop.clock.advance(60_000);
  await shop.everyMinute();
  expect(unanswered).toBe(asked);
});
