import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshDatabase, postgresServer, temporaryFolder } from '#test/database.ts';
import { migrationFolder } from '#test/migration-folder.ts';
import { migrate, migrationsPending } from './migrate.ts';
import { type Database, openDatabase } from './open.ts';

// Opening an engine takes half a second, but many times that on a machine whose cores are all taken.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const server = await postgresServer();
const folder = temporaryFolder('history');
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const first = { '0001_first': 'create table steps (step int)' };
const second = { '0002_second': 'insert into steps values (2)' };
const third = { '0003_third': 'insert into steps values (3)' };
const older = migrationFolder(folder, 'older', { ...first, ...second });
const newer = migrationFolder(folder, 'newer', { ...first, ...second, ...third });

describe.each(server ? ['embedded', 'server'] : ['embedded'])('a version (%s)', (home) => {
  let database: Pick<Database, 'db' | 'close'>;
  beforeAll(async () => {
    database =
      home === 'embedded'
        ? await freshDatabase()
        : await openDatabase({ url: await server!.createDatabase(), dataDir: '' });
    return () => database.close();
  });
  beforeEach(async () => {
    await sql`drop table if exists kysely_migration, steps`.execute(database.db);
  });

  test('older than its database starts and says so', async () => {
    const { db } = database;
    await migrate(db, newer);
    const said: string[] = [];
    await migrate(db, older, (sentence) => said.push(sentence));
    expect(said).toEqual([
      'The database is newer than this version (0003_third): another version has migrated it.',
    ]);
    expect(await migrationsPending(db, older)).toEqual([]);
  });

  test('that a migration forbids does not start, one that knows enough does', async () => {
    const { db } = database;
    const contract = { '0004_contract': '-- forbids versions before: 0003\ndrop table steps' };
    await migrate(
      db,
      migrationFolder(folder, 'contract', { ...first, ...second, ...third, ...contract }),
    );
    await expect(migrate(db, older)).rejects.toMatchObject({
      name: 'MigrationRefused',
      message:
        'The database is too new for this version: since 0004_contract it takes only versions that know the migration 0003.',
    });
    await expect(migrationsPending(db, older)).rejects.toThrow('too new');
    await migrate(db, newer);
  });

  test('with another name for a migration, or one in between, is refused in a sentence', async () => {
    const { db } = database;
    await migrate(db, newer);
    const renamed = migrationFolder(folder, 'renamed', { ...first, '0002_other': '', ...third });
    await expect(migrate(db, renamed)).rejects.toThrow(
      'The database has the migration 0002_second, which this version does not know, and this version newer ones: they do not belong together.',
    );
    const late = migrationFolder(folder, 'late', {
      ...first,
      ...second,
      '0002_between': '',
      ...third,
    });
    await expect(migrate(db, late)).rejects.toThrow(
      'The database lacks the migration 0002_between, but has 0003_third, which comes after it: they do not belong together.',
    );
    const behind = migrationFolder(folder, 'behind', { ...first, '0002_aside': '' });
    await expect(migrate(db, behind)).rejects.toMatchObject({ name: 'MigrationRefused' });
  });

  test("goes on with a database that Kysely's own migrator made", async () => {
    const { db } = database;
    await sql`create table steps (step int)`.execute(db);
    await sql`create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(
      db,
    );
    await sql`insert into kysely_migration values ('0001_first', '2026-01-01T00:00:00.000Z')`.execute(
      db,
    );
    await migrate(db, older);
    expect((await sql`select * from steps`.execute(db)).rows).toEqual([{ step: 2 }]);
  });

  test('builds an index beside the traffic, and again when an earlier try was cut off', async () => {
    const { db } = database;
    const index =
      '-- without transaction\ncreate index concurrently if not exists steps_by_step on steps (step);';
    const built = migrationFolder(folder, 'built', { ...first, '0002_index': index });
    await migrate(db, migrationFolder(folder, 'table', first));
    if (home === 'server') {
      await sql`create index steps_by_step on steps (step)`.execute(db);
      await sql`update pg_index set indisvalid = false where indexrelid = 'steps_by_step'::regclass`.execute(
        db,
      );
    }
    await migrate(db, built);
    const state = sql`select indisvalid from pg_index where indexrelid = 'steps_by_step'::regclass`;
    expect((await state.execute(db)).rows).toEqual([{ indisvalid: true }]);
    expect(await migrationsPending(db, built)).toEqual([]);
  });
});

test('a migration without transaction is one statement', async () => {
  const { db, close } = await freshDatabase();
  const two = migrationFolder(folder, 'two', {
    '0001_two': '-- without transaction; note\n-- without transaction\nselect 1; select 2;',
  });
  await expect(migrate(db, two)).rejects.toThrow(
    'The migration 0001_two.sql runs without transaction, so it must be one statement.',
  );
  await close();
});
