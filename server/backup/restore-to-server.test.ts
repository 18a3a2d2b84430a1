import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { migrateUpTo } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import type { DataHome } from '#server/start/data-home.ts';
import { backUpInto, embedded, fillHome, picture, query, restoreInto } from '#test/backup-homes.ts';
import { passphrase } from '#test/backup-programs.ts';
import { freshDataDir, postgresServer, temporaryFolder } from '#test/database.ts';
import { freePort } from '#test/free-port.ts';
import { restoreCommand } from './restore-command.ts';
import { sentenceOf } from './sentence-of.ts';

// Opening an engine takes half a second, but many times that on a machine whose cores are all taken.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const server = await postgresServer();
const folder = temporaryFolder('restore-to-server');
let homes = 0;
const newHome = async (): Promise<DataHome> => ({
  dataDir: path.join(folder, `home-${++homes}`),
  databaseUrl: await server!.createDatabase(),
});
const newFile = (): string => path.join(folder, `${++homes}.backup`);

let whole: string;
beforeAll(async () => {
  const source = await freshDataDir();
  await fillHome(source);
  ({ file: whole } = await backUpInto(newFile(), embedded(source)));
  rmSync(source, { recursive: true, force: true });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server?.stop();
});

/** Makes a shop's tables as of an earlier version, with a category. */
async function makeOlder({ dataDir, databaseUrl: url }: DataHome, version: string): Promise<void> {
  const { db, close } = await openDatabase({ dataDir, url });
  await migrateUpTo(db, version);
  await sql`insert into categories (id, name, position) values ('old', 'Old', 1)`.execute(db);
  await sql`insert into shop_facts (mode, card_accounts) values ('demo', '{sandbox}')`.execute(db);
  await close();
}

/** What the command prints when it fails. */
async function faultOfRestore(home: DataHome, file = whole): Promise<unknown> {
  const fault = await restoreInto(home, file).catch((error: unknown) => error);
  return sentenceOf(fault, {}, 'Nothing was restored');
}

const tables = `select n.nspname, c.relname, a.attname from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 where n.nspname not in ('pg_catalog', 'pg_toast', 'information_schema') order by 1, 2, 3`;

describe.runIf(server)('a database that is not empty is left as it was:', () => {
  test("an older shop's is not migrated", async () => {
    const home = await newHome();
    await makeOlder(home, '0019_admin_tables');
    const before = await query(home, tables);
    expect(await faultOfRestore(home)).toBe(
      'The target is not empty: public.categories has rows. Nothing was restored.',
    );
    expect(await query(home, tables)).toEqual(before);
    expect(readdirSync(home.dataDir)).toEqual(['db.lock']);
  });

  test("another program's gets no tables, though its own have no rows", async () => {
    const home = await newHome();
    await query(home, 'create table somebody_elses (id int)');
    expect(await faultOfRestore(home)).toBe(
      'The target has other tables than those to be loaded: public.somebody_elses. Nothing was restored.',
    );
    expect(await query(home, tables)).toHaveLength(1);
  });
});

test.runIf(server)(
  'after a restore that was killed when all was committed, a shop is to be started',
  async () => {
    const home = await newHome();
    await restoreInto(home, whole);
    for (const name of ['restore.new', 'images', 'secrets'])
      mkdirSync(path.join(home.dataDir, name), { recursive: true });
    expect(await faultOfRestore(home)).toBe(
      'The target is not empty: public.categories has rows. If a restore into it was ended before it was done, it has all its rows: start the shop. Nothing was restored.',
    );
  },
);

describe.runIf(server)('a restore that fails after its rows were committed', () => {
  test.each(['0019_admin_tables', '0021_secret_fingerprint'])(
    'to the tables of %s says so, and the shop waits with refunds already',
    async (version) => {
      const older = await newHome();
      await makeOlder(older, version);
      const { file } = await backUpInto(newFile(), older);
      const home = await newHome();
      // A migration makes a table of this name.
      await query(home, 'create view page_files as select 1 as one');
      const fault = await faultOfRestore(home, file);
      expect(fault).toContain('relation "page_files" already exists');
      expect(fault).toContain(
        'The backup was restored, and refunds wait, but the tables are not yet those of this version: the start of a shop makes them so.',
      );
      expect(fault).not.toContain('Nothing was restored');
      expect(
        await query(home, 'select id, moved_at is not null as moved from categories, shop_facts'),
      ).toEqual([{ id: 'old', moved: true }]);
    },
  );

  test('or whose connection is lost while they are, says how to see what happened', async () => {
    const home = await newHome();
    const { db, close } = await openDatabase({ dataDir: '', url: home.databaseUrl });
    await migrateUpTo(db, '9999');
    await sql`create function hang_up() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(
      db,
    );
    await sql`create constraint trigger hang_up after insert on categories deferrable initially deferred for each row execute function hang_up()`.execute(
      db,
    );
    await close();
    expect(await faultOfRestore(home)).toContain(
      `Whether the backup was restored is not known: if the database has its rows, it was, and a shop can be started. If not, remove images, secrets from ${home.dataDir} and restore it again.`,
    );
    expect(existsSync(path.join(home.dataDir, 'images', picture))).toBe(true);
  });
});

describe.runIf(server)('pictures and secrets', () => {
  test('go into folders that are links, which stay, and may be mounted', async () => {
    const home = await newHome();
    const shared = path.join(folder, 'shared');
    mkdirSync(path.join(shared, 'lost+found'), { recursive: true });
    mkdirSync(home.dataDir);
    symlinkSync(shared, path.join(home.dataDir, 'images'));
    await restoreInto(home, whole);
    expect(readdirSync(shared)).toEqual([picture, 'lost+found']);
    expect(readFileSync(path.join(home.dataDir, 'images', picture), 'utf8')).toBe('a picture');
    expect(readdirSync(home.dataDir).toSorted()).toEqual(['db.lock', 'images', 'secrets']);
  });

  test('are taken back when not all of them can be put there, and no rows are kept', async () => {
    const home = await newHome();
    mkdirSync(home.dataDir);
    const secrets = path.join(home.dataDir, 'secrets');
    symlinkSync(path.join(folder, 'nowhere', 'at all'), secrets);
    expect(await faultOfRestore(home)).toMatch(/^Nothing was restored: E/);
    expect(readdirSync(path.join(home.dataDir, 'images'))).toEqual([]);
    expect(await query(home, 'select id from categories')).toEqual([]);
    rmSync(secrets);
    await restoreInto(home, whole);
  });
});

test('a server that does not answer is said to be the one that --to names', async () => {
  const to = `postgres://nobody@127.0.0.1:${await freePort()}/shop`;
  const env = { DATA_DIR: path.join(folder, 'none'), BACKUP_PASSPHRASE: passphrase };
  const fault = await restoreCommand(['--from', whole, '--to', to], env, () => undefined).catch(
    (error: unknown) => error,
  );
  expect(sentenceOf(fault, env, 'Nothing was restored')).toMatch(
    /^The database that --to names cannot be used \(.*ECONNREFUSED.*\)\. Nothing was restored\.$/,
  );
});
