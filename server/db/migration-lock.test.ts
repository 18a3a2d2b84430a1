import { rmSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { postgresServer, temporaryFolder } from '#test/database.ts';
import { migrationFolder } from '#test/migration-folder.ts';
import { migrate } from './migrate.ts';
import { standardPatience } from './migration-lock.ts';
import { type Database, openDatabase } from './open.ts';
import { openServerPool } from './server-pool.ts';

vi.setConfig({ testTimeout: 60_000 });

const server = await postgresServer();
const folder = temporaryFolder('lock');
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const first = { '0001_first': 'create table steps (step int)' };
const second = { '0002_second': 'alter table steps add column note text' };
const one = migrationFolder(folder, 'one', first);
const both = migrationFolder(folder, 'both', { ...first, ...second });

/** The lock that a copy of the shop takes while it migrates, of whatever version. */
const otherCopy = 'select pg_advisory_lock(3853314791062309107)';
const otherCopyEnds = 'select pg_advisory_unlock(3853314791062309107)';

describe.runIf(server)('a start', () => {
  let database: Database;
  let other: pg.PoolClient;
  const said: string[] = [];
  const say = (sentence: string) => void said.push(sentence);
  beforeEach(async () => {
    const url = await server!.createDatabase();
    database = await openDatabase({ url, dataDir: '' });
    await migrate(database.db, one);
    const others = openServerPool(url, { connections: 1 });
    other = await others.connect();
    said.length = 0;
    return async () => {
      other.release(true);
      await others.end();
      await database.close();
    };
  });
  const hasNote = async () =>
    (await database.pool.query("select from information_schema.columns where column_name = 'note'"))
      .rowCount === 1;

  test('with nothing to migrate waits for nobody', async () => {
    await other.query(`${otherCopy}; begin; lock table steps`);
    await migrate(database.db, one, say, { ...standardPatience, otherCopyMs: 0, tries: 1 });
    expect(said).toEqual([]);
  });

  test("waits for another copy's migration, and says for whom", async () => {
    await other.query(otherCopy);
    const migrated = migrate(database.db, both, say, { ...standardPatience, silentMs: 50 });
    await expect.poll(() => said).toHaveLength(1);
    const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
    expect(said[0]).toMatch(
      new RegExp(
        `^This start waits for another copy's migration \\(database process ${rows[0]?.pid}, underhood at 127\\.0\\.0\\.1, for \\d+ s\\)\\.$`,
      ),
    );
    expect(await hasNote()).toBe(false);
    await other.query(otherCopyEnds);
    await migrated;
    expect(await hasNote()).toBe(true);
    expect(said).toHaveLength(1);
  });

  test("gives up with a sentence when another copy's migration does not end", async () => {
    await other.query(otherCopy);
    await expect(
      migrate(database.db, both, say, { ...standardPatience, otherCopyMs: 300 }),
    ).rejects.toMatchObject({
      name: 'MigrationRefused',
      message: expect.stringMatching(
        /^Another copy's migration has not ended within \d+ s \(database process .*\): this start gives up\.$/,
      ),
    });
  });

  test('tries again while somebody reads the table it changes, and lets others at it in between', async () => {
    await other.query('begin; select from steps');
    const patience = { ...standardPatience, tries: 50, pauseMs: 300 };
    const migrated = migrate(database.db, both, say, patience);
    await expect.poll(() => said, { timeout: 20_000 }).toHaveLength(1);
    expect(said).toEqual(['The migration 0002_second waits for a table that is in use.']);
    // Behind a migration that waits for its lock nobody would get through.
    await database.pool.query('select from steps');
    await other.query('commit');
    await migrated;
    expect(await hasNote()).toBe(true);
  });

  test('gives up with a sentence when a table stays in use', async () => {
    await other.query('begin; select from steps');
    await expect(
      migrate(database.db, both, say, { ...standardPatience, tries: 2, pauseMs: 1 }),
    ).rejects.toMatchObject({
      name: 'MigrationRefused',
      message:
        'The migration 0002_second did not get its locks in 2 tries: something uses its tables for long, such as a backup. Start again when it has ended.',
    });
    expect(await hasNote()).toBe(false);
  });
});
