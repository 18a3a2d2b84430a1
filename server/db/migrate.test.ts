import { readFileSync, rmSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { freshDatabase, postgresServer, temporaryFolder } from '#test/database.ts';
import { migrationFolder } from '#test/migration-folder.ts';
import { migrate, migrationsPending } from './migrate.ts';
import { type Database, openDatabase } from './open.ts';

// Opening an engine takes half a second, but many times that on a machine whose cores are all taken.
vi.setConfig({ testTimeout: 60_000 });

const server = await postgresServer();
const folder = temporaryFolder('migrations');
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const database of open.splice(0)) await database.close();
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** An empty database of each home that the machine has; the embedded one is fresh but for the shop's own tables. */
async function emptyDatabase(home: string): Promise<Pick<Database, 'db' | 'pool' | 'close'>> {
  const database =
    home === 'embedded'
      ? await freshDatabase()
      : await openDatabase({ url: await server!.createDatabase(), dataDir: '' });
  if (home === 'embedded') await sql`drop table kysely_migration`.execute(database.db);
  open.push(database);
  return database;
}

describe.each(server ? ['embedded', 'server'] : ['embedded'])('migrations (%s)', (home) => {
  test('are applied in the order of their numbers, and each only once', async () => {
    const { db, pool } = await emptyDatabase(home);
    const migrations = migrationFolder(folder, 'ordered', {
      '0002_second': 'insert into steps values (2); -- needs the first\n',
      '0001_first': 'create table steps (step int); insert into steps values (1);',
      '0010_third': 'insert into steps values (10);',
    });
    expect(await migrationsPending(db, migrations)).toEqual([
      '0001_first',
      '0002_second',
      '0010_third',
    ]);
    await migrate(db, migrations);
    await migrate(db, migrations);
    expect((await pool.query('select step from steps')).rows).toEqual([
      { step: 1 },
      { step: 2 },
      { step: 10 },
    ]);
    expect(await migrationsPending(db, migrations)).toEqual([]);
  });

  test('one that fails leaves nothing of itself, keeps those before it, and is tried again', async () => {
    const { db, pool } = await emptyDatabase(home);
    const good = { '0001_first': 'create table steps (step int);' };
    const migrations = migrationFolder(folder, 'failing', {
      ...good,
      '0002_bad': 'insert into steps values (2); select 1 / 0;',
    });
    await expect(migrate(db, migrations)).rejects.toMatchObject({ code: '22012' });
    expect((await pool.query('select * from steps')).rows).toEqual([]);
    expect(await migrationsPending(db, migrations)).toEqual(['0002_bad']);
    migrationFolder(folder, 'failing', { '0002_bad': 'insert into steps values (2);' });
    await migrate(db, migrations);
    expect((await pool.query('select * from steps')).rows).toEqual([{ step: 2 }]);
  });

  test('one that says so is left out with a warning where the engine does not support what it needs, others are not', async () => {
    const { db, pool } = await emptyDatabase(home);
    const failing = (code: string) =>
      `create table steps (step int); do $$ begin raise exception 'no' using errcode = '${code}'; end $$;`;
    const [first, last] = [
      { '0001_first': 'create table first (id int)' },
      { '0003_last': 'create table last (id int)' },
    ];
    const optional = migrationFolder(folder, 'optional', {
      ...first,
      '0002_extra': `-- optional: triggers\n${failing('0A000')}`,
      ...last,
    });
    const warned: string[] = [];
    await migrate(db, optional, (sentence) => warned.push(sentence));
    expect(warned).toEqual([
      'The database engine does not support triggers: the migration 0002_extra.sql was left out (docs/operations.md).',
    ]);
    expect(await migrationsPending(db, optional)).toEqual([]);
    const there = await pool.query(
      "select to_regclass('first') is not null and to_regclass('last') is not null as rest, to_regclass('steps') as steps",
    );
    expect(there.rows).toEqual([{ rest: true, steps: null }]);
    const needed = { ...first, '0002_extra': '', ...last };
    const others = {
      '0004_needed': failing('0A000'),
      '0005_broken': `-- optional: triggers\n${failing('22012')}`,
    };
    await expect(
      migrate(
        db,
        migrationFolder(folder, 'needed', { ...needed, '0004_needed': others['0004_needed'] }),
      ),
    ).rejects.toMatchObject({
      code: '0A000',
    });
    await expect(
      migrate(
        db,
        migrationFolder(folder, 'broken', { ...needed, '0004_broken': others['0005_broken'] }),
      ),
    ).rejects.toMatchObject({
      code: '22012',
    });
  });

  test('a file that does not bear a number is refused', async () => {
    const { db } = await emptyDatabase(home);
    await expect(
      migrate(db, migrationFolder(folder, 'unnumbered', { later: 'select 1' })),
    ).rejects.toThrow('is not called NNNN_name.sql');
  });
});

test.runIf(server)(
  'six copies of the shop that start at once apply every migration once',
  async () => {
    const url = await server!.createDatabase();
    const migrations = migrationFolder(folder, 'together', {
      '0001_first':
        'create table steps (step int); select pg_sleep(0.1); insert into steps values (1);',
      '0002_second': 'select pg_sleep(0.1); insert into steps values (2);',
    });
    const copies = await Promise.all(
      Array.from({ length: 6 }, () => openDatabase({ url, dataDir: '' })),
    );
    open.push(...copies);
    await Promise.all(copies.map(({ db }) => migrate(db, migrations)));
    expect((await copies[0]!.pool.query('select step from steps')).rows).toEqual([
      { step: 1 },
      { step: 2 },
    ]);
  },
);

test.runIf(server)("the shop's own migrations apply to an empty server", async () => {
  const database = await openDatabase({ url: await server!.createDatabase(), dataDir: '' });
  open.push(database);
  await migrate(database.db);
  expect(await migrationsPending(database.db)).toEqual([]);
  expect(
    (await database.pool.query("select to_regclass('parts') is not null as there")).rows,
  ).toEqual([{ there: true }]);
});

test('the migration for full text changes nothing where the first one already made its column', async () => {
  const database = await freshDatabase();
  open.push(database);
  const column = () =>
    database.pool.query(
      "select attnum, pg_get_indexdef('parts_search'::regclass) from pg_attribute where attrelid = 'parts'::regclass and attname = 'search'",
    );
  const { rows } = await column();
  expect(rows).toHaveLength(1);
  const text = readFileSync(new URL('migrations/0030_full_text.sql', import.meta.url), 'utf8');
  await sql.raw(text).execute(database.db);
  expect((await column()).rows).toEqual(rows);
});
