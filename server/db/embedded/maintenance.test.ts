import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshDataDir } from '#test/database.ts';
import { checkpoint, msUntilNight, vacuum } from './maintenance.ts';
import { openEmbedded } from './open-embedded.ts';

// Opening an engine takes half a second, but many times that on a machine whose cores are all taken.
vi.setConfig({ testTimeout: 60_000 });

let dataDir: string;
beforeEach(async () => {
  dataDir = await freshDataDir();
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('upkeep', () => {
  test('comes by itself: a checkpoint every five minutes, a vacuum every night, and neither after closing', async () => {
    vi.useFakeTimers({
      toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'],
      now: new Date('2022-03-01T02:54:58'),
    });
    const { pool, close } = await openEmbedded({
      dir: path.join(dataDir, 'db'),
      relaxedSync: true,
    });
    await pool.query('create table churned as select i as id from generate_series(1, 2000) i');
    const redo = async () =>
      (await pool.query<{ at: string }>('select redo_lsn::text as at from pg_control_checkpoint()'))
        .rows[0]?.at;
    const before = await redo();
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(await redo()).not.toBe(before);
    const vacuums = async () =>
      (
        await pool.query(
          "select vacuum_count as n from pg_stat_user_tables where relname = 'churned'",
        )
      ).rows;
    expect(await vacuums()).toEqual([{ n: 0 }]);
    await vi.advanceTimersByTimeAsync(3_000);
    await expect.poll(vacuums, { timeout: 30_000 }).toEqual([{ n: 1 }]);
    await close();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a checkpoint lets old log be reused, a vacuum frees dead rows and renews the figures', async () => {
    const { pool, close } = await openEmbedded({
      dir: path.join(dataDir, 'db'),
      relaxedSync: true,
    });
    await pool.query('create table churned as select i as id from generate_series(1, 20000) i');
    await pool.query('delete from churned where id % 2 = 0');
    const redo = async () =>
      (await pool.query<{ at: string }>('select redo_lsn::text as at from pg_control_checkpoint()'))
        .rows[0]?.at;
    const dead = async () =>
      (
        await pool.query(
          "select n_dead_tup as dead from pg_stat_user_tables where relname = 'churned'",
        )
      ).rows;
    // The engine publishes its figures once a second at most; those of the deletion after those of the vacuum would stay.
    await expect.poll(dead, { timeout: 30_000 }).toEqual([{ dead: 10_000 }]);
    const before = await redo();
    await checkpoint(pool);
    expect(await redo()).not.toBe(before);
    await vacuum(pool);
    const { rows } = await pool.query(
      "select reltuples::int as rows from pg_class where relname = 'churned'",
    );
    expect(rows).toEqual([{ rows: 10_000 }]);
    await expect.poll(dead, { timeout: 30_000 }).toEqual([{ dead: 0 }]);
    await close();
  });

  test('the planner learns of many new rows within a minute, and leaves tables alone of which few have changed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { pool, close } = await openEmbedded({
      dir: path.join(dataDir, 'db'),
      relaxedSync: true,
    });
    await pool.query('create table grown as select i as id from generate_series(1, 5000) i');
    const analyses = async () =>
      (
        await pool.query<{ n: number }>(
          "select analyze_count::int as n from pg_stat_user_tables where relname = 'grown'",
        )
      ).rows[0]?.n;
    const known = async () =>
      (await pool.query("select reltuples::int as n from pg_class where relname = 'grown'")).rows;
    const minute = async () => {
      // The engine publishes its figures once a second at most.
      await pool.query('select pg_stat_force_next_flush()');
      await vi.advanceTimersByTimeAsync(60_000);
    };
    await minute();
    await expect.poll(analyses, { timeout: 30_000 }).toBe(1);
    expect(await known()).toEqual([{ n: 5000 }]);
    await pool.query('update grown set id = id where id <= 2500');
    await minute();
    // Behind the next look at the figures, because the engine does one thing after the other.
    await pool.query('select pg_stat_force_next_flush()');
    expect(await analyses()).toBe(1);
    await pool.query('update grown set id = id where id <= 100');
    await minute();
    await expect.poll(analyses, { timeout: 30_000 }).toBe(2);
    await close();
  });

  test('the next night is always ahead and less than a day and an hour away', () => {
    const hour = 3_600_000;
    for (const time of [
      '2022-03-01T00:00:00',
      '2022-03-01T02:59:59.999',
      '2022-03-01T03:00:00',
      '2022-03-27T12:00:00',
      '2022-12-31T23:59:00',
    ]) {
      const wait = msUntilNight(new Date(time));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(25 * hour);
      expect(new Date(new Date(time).getTime() + wait).getHours()).toBe(3);
    }
  });

  test('the memory for buffers is small', async () => {
    const { pool, close } = await openEmbedded({ dir: path.join(dataDir, 'db') });
    expect((await pool.query('show shared_buffers')).rows).toEqual([{ shared_buffers: '40MB' }]);
    expect((await pool.query('show fsync')).rows).toEqual([{ fsync: 'on' }]);
    expect((await pool.query('show wal_sync_method')).rows).toEqual([{ wal_sync_method: 'fsync' }]);
    expect((await pool.query('show synchronous_commit')).rows).toEqual([
      { synchronous_commit: 'on' },
    ]);
    await close();
  });
});
