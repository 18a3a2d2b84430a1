import { rmSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { postgresServer, temporaryFolder } from '#test/database.ts';
import { migrationsUpTo } from '#test/migration-folder.ts';
import { offerOfOlderCopy, olderCopyKnows, orderAtOlderCopy } from '#test/older-copy.ts';
import { migrate, migrationNames, migrationsPending } from './migrate.ts';
import { standardPatience } from './migration-lock.ts';
import { type Database, openDatabase } from './open.ts';
import { openServerPool } from './server-pool.ts';

vi.setConfig({ testTimeout: 120_000 });

const server = await postgresServer();
/** How many orders are placed while the reader is in the way. */
const meanwhile = 30;
const buyers = 3;

const folder = temporaryFolder('traffic');
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.runIf(server)(
  'while older copies go on with their orders and somebody reads all tables',
  () => {
    let copy: Database;
    let starting: Database;
    let readers: pg.Pool;
    beforeAll(async () => {
      const url = await server!.createDatabase();
      copy = await openDatabase({ url, dataDir: '' });
      starting = await openDatabase({ url, dataDir: '' });
      readers = openServerPool(url, { connections: 1 });
      await migrate(copy.db, migrationsUpTo(folder, olderCopyKnows));
    });
    afterAll(async () => {
      for (const one of [copy, starting]) await one.close();
      await readers.end();
    });

    /** Holds ACCESS SHARE on every table, as a backup does, until it is told to end. */
    async function readEverything(): Promise<() => Promise<void>> {
      const reader = await readers.connect();
      const { rows } = await reader.query<{ tables: string }>(
        "select string_agg(format('%I.%I', schemaname, tablename), ', ') as tables from pg_tables where schemaname !~ '^pg_|^information_schema$'",
      );
      await reader.query(`begin; lock table ${rows[0]?.tables} in access share mode`);
      return async () => {
        await reader.query('commit');
        reader.release();
      };
    }

    test.each(migrationNames().filter((name) => name.slice(0, 4) > olderCopyKnows))(
      '%s is applied and no order fails',
      async (name) => {
        const offers = await Promise.all(
          Array.from({ length: buyers }, () => offerOfOlderCopy(copy.db)),
        );
        const endReading = await readEverything();
        let placed = 0;
        let isOpen = true;
        const failed: unknown[] = [];
        const buying = Promise.all(
          offers.map(async (offer) => {
            for (; isOpen && failed.length === 0; placed += 1)
              await orderAtOlderCopy(copy.db, offer).catch((error: unknown) => failed.push(error));
          }),
        );
        const waits = Promise.withResolvers<void>();
        const patience = { ...standardPatience, tries: 100, pauseMs: 300 };
        const folderOfNewer = migrationsUpTo(folder, name.slice(0, 4));
        const migrated = migrate(starting.db, folderOfNewer, () => waits.resolve(), patience);
        // One that changes no table in use need not wait for the reader.
        await Promise.race([waits.promise, migrated]);
        const enough = placed + meanwhile;
        await expect
          .poll(() => failed.length > 0 || placed > enough, { timeout: 60_000 })
          .toBe(true);
        await endReading();
        await migrated;
        isOpen = false;
        await buying;
        expect(failed).toEqual([]);
        expect(await migrationsPending(copy.db, folderOfNewer)).toEqual([]);
      },
    );
  },
);
