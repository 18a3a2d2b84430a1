import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DoctorReport } from '#contract/doctor.ts';
import { minuteMs } from '#contract/durations.ts';
import { lookedAt } from '#test/doctor-report.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

/** What happens when the card provider is asked. */
let whenAsked = async (): Promise<void> => undefined;

const shop = await useShop({
  through: (fetch) => async (input, init) => {
    await whenAsked();
    return fetch(input, init);
  },
});
const admin = await shop.person('Grace', { role: 'admin', tokenHours: 1_000 });
const customer = await shop.person('Ada');

beforeEach(async () => {
  whenAsked = async () => undefined;
  await shop.db.deleteFrom('doctor_runs').execute();
});

const ask = async () => (await shop.request('POST', '/api/admin/doctor/runs', { as: admin })).body;
const report = async (): Promise<DoctorReport> =>
  (await shop.request('GET', '/api/admin/doctor', { as: admin })).body;
const running = (progress: number, looksAt: string) => ({
  askedAt: expect.any(String),
  state: 'running',
  progress: { done: progress, of: 27 },
  looksAt,
  failure: null,
});

describe("the doctor's page", () => {
  it('says that nobody has looked yet, and begins nothing by itself', async () => {
    await shop.workOnDoctor();
    expect(await report()).toEqual({
      checkedAt: null,
      checks: [],
      run: null,
      unpaidHolds: { orders: 0, accounts: 0, pieces: 0 },
    });
  });

  it('shows a run that was asked for before it begins, while it goes on, and what it found with its moment', async () => {
    expect(await ask()).toEqual({ acknowledged: true, began: true });
    expect((await report()).run).toEqual(running(0, ''));
    let during: DoctorReport | undefined;
    whenAsked = async () => void (during ??= await report());
    await shop.workOnDoctor();
    expect(during?.run).toEqual(
      running(26, 'Every payment that the card provider holds for this shop is in the books.'),
    );
    const { checkedAt, checks, run } = await report();
    expect([checkedAt, run]).toEqual([shop.clock.now().toISOString(), null]);
    expect(checks).toHaveLength(30);
  });

  it('keeps what the last run found until the next has ended', async () => {
    const first = await lookedAt(shop, admin);
    shop.clock.advance(minuteMs);
    await ask();
    const { run, ...rest } = await report();
    expect([run?.state, rest.checkedAt, rest.checks]).toEqual([
      'running',
      first.checkedAt,
      first.checks,
    ]);
    await shop.workOnDoctor();
    expect((await report()).checkedAt).toBe(shop.clock.now().toISOString());
    expect(await shop.db.selectFrom('doctor_runs').select('id').execute()).toHaveLength(1);
  });

  it('runs once, however many admins ask and however many copies of the shop there are', async () => {
    const asked = await Promise.all([ask(), ask(), ask()]);
    expect(asked.filter(({ began }) => began)).toHaveLength(1);
    let asking = 0;
    whenAsked = async () => void (asking += 1);
    await Promise.all([shop.workOnDoctor(), shop.workOnDoctor(), shop.workOnDoctor()]);
    expect(asking).toBe(1);
    expect(await ask()).toEqual({ acknowledged: true, began: true });
  });

  it('is for admins only', async () => {
    for (const as of [customer, undefined]) {
      const status = as === undefined ? 401 : 403;
      const sent = as === undefined ? {} : { as };
      expect((await shop.request('POST', '/api/admin/doctor/runs', sent)).status).toBe(status);
      expect((await shop.request('GET', '/api/admin/doctor', sent)).status).toBe(status);
    }
    expect(await shop.db.selectFrom('doctor_runs').select('id').execute()).toEqual([]);
  });
});

describe('a run whose copy of the shop has gone', () => {
  /** As a killed process leaves it. */
  const leaveBehind = async (tries: number) => {
    await ask();
    await shop.db
      .updateTable('doctor_runs')
      .set({
        worker: '00000000-0000-4000-8000-000000000001',
        worked_until: new Date(shop.clock.now().getTime() + 2 * minuteMs),
        tries,
        steps_done: 7,
      })
      .execute();
  };

  it('is carried on by another when its lease has passed, and not before', async () => {
    await leaveBehind(1);
    await shop.workOnDoctor();
    expect((await report()).run?.progress.done).toBe(7);
    shop.clock.advance(2 * minuteMs);
    await shop.workOnDoctor();
    expect((await report()).checks).toHaveLength(30);
  });

  it('has failed after three tries, says so, and leaves what was found before', async () => {
    const { checkedAt } = await lookedAt(shop, admin);
    shop.clock.advance(minuteMs);
    await leaveBehind(3);
    shop.clock.advance(2 * minuteMs);
    await shop.workOnDoctor();
    const failed = await report();
    expect(failed.checkedAt).toBe(checkedAt);
    expect(failed.run).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('broken off 3 times'),
    });
    expect((await lookedAt(shop, admin)).checkedAt).toBe(shop.clock.now().toISOString());
  });

  /** Loses its run when the books are looked through. */
  const loseAfterBooks = async () => {
    await ask();
    whenAsked = async () => {
      const worker = '00000000-0000-4000-8000-000000000002';
      await shop.db.updateTable('doctor_runs').set({ worker }).execute();
    };
    await shop.workOnDoctor();
    whenAsked = async () => undefined;
  };
  /** What the run that goes on then says of how much is in stock. */
  const carriedOn = async (afterMs: number) => {
    await shop.db.updateTable('parts').set({ in_stock: 7 }).execute();
    shop.clock.advance(afterMs);
    await shop.workOnDoctor();
    const { checks, run } = await report();
    expect([checks.length, run]).toEqual([30, null]);
    return checks.find(({ _id }) => _id === 'I2')?.status;
  };

  it('is carried on from where it was, unless that was more than an hour ago', async () => {
    await samplePart(shop.db, { inStock: 500 });
    await loseAfterBooks();
    expect(await carriedOn(2 * minuteMs)).toBe('holds');
    // A new one looks at everything.
    expect((await lookedAt(shop, admin)).checks.find(({ _id }) => _id === 'I2')?.status).toBe(
      'broken',
    );
    await shop.db.updateTable('parts').set({ in_stock: 500 }).execute();
    await loseAfterBooks();
    expect(await carriedOn(60 * minuteMs)).toBe('broken');
    await shop.db.updateTable('parts').set({ in_stock: 500 }).execute();
  });

  it('keeps the moment of what it has found, also of checks behind one that is made again', async () => {
    const found = async () => {
      const run = shop.db.selectFrom('doctor_runs').select('found');
      const row = await run.executeTakeFirstOrThrow();
      return row.found as Record<string, { at: string }>;
    };
    await loseAfterBooks();
    const [first = ''] = Object.keys(await found());
    const { I2 } = await found();
    const old = { ...(await found())[first], at: '2026-01-01T00:00:00.000Z' };
    await shop.db
      .updateTable('doctor_runs')
      .set({ found: { ...(await found()), [first]: old } })
      .execute();
    shop.clock.advance(2 * minuteMs);
    await loseAfterBooks();
    expect((await found())[first]?.at).toBe(shop.clock.now().toISOString());
    expect((await found())['I2']).toEqual(I2);
  });

  it('looks again at what it could not look up', async () => {
    await sql`alter table stock_ledger rename to ledger_away`.execute(shop.db);
    await loseAfterBooks();
    await sql`alter table ledger_away rename to stock_ledger`.execute(shop.db);
    expect(await carriedOn(2 * minuteMs)).toBe('broken');
    await shop.db.updateTable('parts').set({ in_stock: 500 }).execute();
  });

  it('is not finished by the one that lost it', async () => {
    await ask();
    whenAsked = async () => {
      await shop.db
        .updateTable('doctor_runs')
        .set({ worker: '00000000-0000-4000-8000-000000000002' })
        .execute();
    };
    await shop.workOnDoctor();
    expect(await report()).toMatchObject({ checkedAt: null, run: { state: 'running' } });
  });
});

it('the shop closes in the middle of a run, and leaves it to another copy at once', async () => {
  const closing = await useShop({
    through: (fetch) => async (input, init) => {
      await closing.endWork();
      return fetch(input, init);
    },
  });
  const grace = await closing.person('Grace', { role: 'admin' });
  await closing.request('POST', '/api/admin/doctor/runs', { as: grace });
  await closing.workOnDoctor();
  const { run, checkedAt } = (await closing.request('GET', '/api/admin/doctor', { as: grace }))
    .body;
  expect([run?.state, run?.progress.done, checkedAt]).toEqual(['running', 26, null]);
  const rows = await closing.db
    .selectFrom('doctor_runs')
    .select(['worker', 'worked_until', 'tries'])
    .execute();
  expect(rows).toEqual([{ worker: null, worked_until: null, tries: 0 }]);
});
