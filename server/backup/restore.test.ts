import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { migrateUpTo, migrationNames } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import type { DataHome } from '#server/start/data-home.ts';
import { freshDataDir, oddFormats, postgresServer, temporaryFolder } from '#test/database.ts';
import { passphrase } from '#test/backup-programs.ts';
import { backUpInto, embedded, fillHome, picture, query, restoreInto } from '#test/backup-homes.ts';
import { backupCommand } from './backup-command.ts';
import { readArchive } from './read-archive.ts';
import { restoreCommand } from './restore-command.ts';

// Opening an engine takes half a second, but many times that on a machine whose cores are all taken.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const server = await postgresServer();
const folder = temporaryFolder('restore');
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server?.stop();
});

let homes = 0;
const newHome = (): string => path.join(folder, `home-${++homes}`);
const newFile = (): string => path.join(folder, `${++homes}.backup`);
const backUp = (home: DataHome, status = 0) => backUpInto(newFile(), home, status);
/** On a server if there is one, where it takes a tenth of the time. */
const emptyHome = async (): Promise<DataHome> => ({
  dataDir: newHome(),
  databaseUrl: await server?.createDatabase(),
});

let source: string;
let whole: string;
beforeAll(async () => {
  source = await freshDataDir();
  await fillHome(source);
  ({ file: whole } = await backUp(embedded(source)));
});
afterAll(() => rmSync(source, { recursive: true, force: true }));

describe('a restored shop', () => {
  test('has the rows, the pictures and the secrets, and waits with refunds', async () => {
    const home = embedded(newHome());
    expect((await restoreInto(home, whole))[0]).toMatch(
      /^Restored the backup of \S+: \d+ tables, \d+ rows, 1 files of pictures, 1 secrets\. Every/,
    );
    expect(readdirSync(home.dataDir).toSorted()).toEqual(['db', 'db.lock', 'images', 'secrets']);
    expect(readdirSync(path.join(home.dataDir, 'images'))).toEqual([picture]);
    expect(readFileSync(path.join(home.dataDir, 'images', picture), 'utf8')).toBe('a picture');
    expect(readFileSync(path.join(home.dataDir, 'secrets', 'identity'), 'utf8')).toBe('a secret');
    expect(
      await query(home, 'select name, moved_at is not null as moved from categories, shop_facts'),
    ).toEqual([{ name: 'Brakes "🚗"', moved: true }]);
  });

  test.runIf(server)('waits with refunds also in the database from which it came', async () => {
    const databaseUrl = await server!.createDatabase();
    const home = { dataDir: newHome(), databaseUrl };
    await restoreInto(home, whole);
    await query(home, "update shop_facts set moved_at = null, home = 'cluster 1'");
    const { file } = await backUp(home);
    await query(home, 'drop schema public cascade; create schema public');
    for (const name of ['card_sandbox', 'google_sandbox', 'identity'])
      await query(home, `drop schema if exists ${name} cascade`);
    const again = { dataDir: newHome(), databaseUrl };
    await restoreInto(again, file);
    expect(
      await query(again, 'select home, moved_at is not null as moved from shop_facts'),
    ).toEqual([{ home: 'cluster 1', moved: true }]);
  });

  test.runIf(server)('is the same wherever clocks and dates are others', async () => {
    const home = { dataDir: newHome(), databaseUrl: await server!.createDatabase(oddFormats) };
    await restoreInto(home, whole);
    const { file } = await backUp(home);
    const facts = 'select extract(epoch from payments_listed_until) as listed from shop_facts';
    const listed = await query(home, facts);
    for (const settings of [{}, oddFormats]) {
      const again = { dataDir: newHome(), databaseUrl: await server!.createDatabase(settings) };
      await restoreInto(again, file);
      expect(await query(again, facts)).toEqual(listed);
    }
  });

  test('of an older version gets the tables of this one, and lists payments since the backup', async () => {
    const old = embedded(newHome());
    const { db, close } = await openDatabase({ dataDir: old.dataDir, relaxedSync: true });
    await migrateUpTo(db, '0019_admin_tables');
    await sql`insert into categories (id, name, position) values ('old', 'Old', 1)`.execute(db);
    await sql`insert into shop_facts (mode, card_accounts) values ('demo', '{sandbox}')`.execute(
      db,
    );
    await close();
    const { file } = await backUp(old);
    const home = await emptyHome();
    const [said = ''] = await restoreInto(home, file);
    expect(
      await query(
        home,
        `select c.id, (select count(*) from kysely_migration) as migrations, payments_listed_until::text as listed,
           moved_at is not null as moved from categories c, shop_facts`,
      ),
    ).toEqual([
      { id: 'old', migrations: migrationNames().length, listed: expect.any(String), moved: true },
    ]);
    const [{ listed }] = (await query(
      home,
      'select payments_listed_until as listed from shop_facts',
    )) as [{ listed: Date }];
    expect(said).toContain(listed.toISOString());
  });

  test('lacks tables that are none of the shop, and the command names them', async () => {
    const other = await freshDataDir();
    await query(
      embedded(other),
      'create table somebody_elses (id bigserial primary key); insert into somebody_elses default values',
    );
    const { file, lines } = await backUp(embedded(other));
    expect(lines.at(-1)).toContain('It holds no identity secret');
    rmSync(other, { recursive: true, force: true });
    expect(await restoreInto(await emptyHome(), file)).toContainEqual(
      "Left out, because they are none of the shop's tables: public.somebody_elses.",
    );
  });
});

describe('nothing is written when', () => {
  const expectRefused = async (file: string, sentence: string | RegExp): Promise<void> => {
    const home = embedded(newHome());
    await expect(restoreInto(home, file)).rejects.toThrow(sentence);
    expect(existsSync(home.dataDir)).toBe(false);
  };

  test('the file was cut off, changed anywhere, or is none', async () => {
    const bytes = readFileSync(whole);
    const file = newFile();
    const middle = Math.floor(bytes.length / 2);
    for (const at of [0, 25, 60, middle, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 4;
      writeFileSync(file, changed);
      await expectRefused(file, /changed/);
    }
    for (const length of [0, 30, middle, bytes.length - 1]) {
      writeFileSync(file, bytes.subarray(0, length));
      await expectRefused(file, /changed/);
    }
  });

  test('the passphrase is another one, or there is none', async () => {
    const home = newHome();
    const args = ['--from', whole, '--to', home];
    const run = (env: Record<string, string>) => restoreCommand(args, env, () => undefined);
    await expect(run({ BACKUP_PASSPHRASE: 'incorrect horse battery' })).rejects.toThrow(
      'The passphrase is not the one of this backup',
    );
    await expect(run({})).rejects.toThrow('There is no passphrase');
    expect(existsSync(home)).toBe(false);
  });

  test('the backup is of a newer version', async () => {
    const newer = await freshDataDir();
    await query(
      embedded(newer),
      "insert into kysely_migration (name, timestamp) values ('9999_tomorrow', 'now')",
    );
    const { file } = await backUp(embedded(newer));
    rmSync(newer, { recursive: true, force: true });
    await expectRefused(file, 'The backup is of a newer version of the shop (9999_tomorrow)');
  });
});

describe('a home that is not empty', () => {
  test('is left as it is: a data folder', async () => {
    await expect(restoreInto(embedded(source), whole)).rejects.toThrow(
      `${source} is not empty (images, secrets, db)`,
    );
    expect(await query(embedded(source), 'select id from categories')).toEqual([{ id: 'brakes' }]);
  });

  test.runIf(server)('is left as it is: a server, and no files are put beside it', async () => {
    const home = { dataDir: newHome(), databaseUrl: await server!.createDatabase() };
    await restoreInto(home, whole);
    const other = { ...home, dataDir: newHome() };
    await expect(restoreInto(other, whole)).rejects.toThrow('The target is not empty');
    expect(readdirSync(other.dataDir)).toEqual(['db.lock']);
  });
});

test('tables that do not fit leave nothing half, on either engine', async () => {
  const odd = await freshDataDir();
  await query(
    embedded(odd),
    "insert into categories (id, name, position) values ('a', 'A', 1); alter table reviews add column odd int",
  );
  const { file } = await backUp(embedded(odd));
  rmSync(odd, { recursive: true, force: true });
  const home = embedded(newHome());
  await expect(restoreInto(home, file)).rejects.toThrow('public.reviews');
  expect(readdirSync(home.dataDir)).toEqual(['db.lock']);
  const databaseUrl = await server?.createDatabase();
  if (databaseUrl === undefined) return;
  const onServer = { dataDir: newHome(), databaseUrl };
  await expect(restoreInto(onServer, file)).rejects.toThrow('public.reviews');
  expect(await query(onServer, 'select count(*) as rows from categories')).toEqual([{ rows: 0 }]);
  expect(readdirSync(onServer.dataDir)).toEqual(['db.lock']);
});

describe('npm run backup', () => {
  const run = (args: string[], env: Record<string, string>) =>
    backupCommand(args, { DATA_DIR: source, ...env }, () => undefined);

  test('wants a passphrase of twelve characters, in the environment or a file', async () => {
    const to = newFile();
    await expect(run(['--to', to], {})).rejects.toThrow('There is no passphrase');
    await expect(run(['--to', to], { BACKUP_PASSPHRASE: 'too short' })).rejects.toThrow('12');
    const held = path.join(folder, 'passphrase');
    await expect(run(['--to', to, '--passphrase-file', held], {})).rejects.toThrow(
      'cannot be read',
    );
    writeFileSync(held, `${passphrase}\n`);
    expect(await run(['--to', to, '--passphrase-file', held], {})).toBe(0);
    expect(await readArchive(to, passphrase)).toMatchObject({ pictures: 1 });
  });

  test('overwrites nothing, and makes no shop of a mistyped folder', async () => {
    const env = { BACKUP_PASSPHRASE: passphrase };
    await expect(run(['--to', whole], env)).rejects.toThrow('is there already');
    const none = newHome();
    await expect(run(['--to', newFile()], { ...env, DATA_DIR: none })).rejects.toThrow(
      'There is no database in',
    );
    await expect(run(['--to', path.join(none, 'a.backup')], env)).rejects.toThrow('no folder');
    expect(await run([], env)).toBe(2);
  });

  test('leaves out a picture that is deleted before it is read', async () => {
    const gone = path.join(source, 'images', `${'b'.repeat(64)}-640.webp`);
    // Listed, and not there when it is opened.
    symlinkSync(path.join(folder, 'nowhere'), gone);
    const { file } = await backUp(embedded(source));
    rmSync(gone);
    expect(await readArchive(file, passphrase)).toMatchObject({ pictures: 1 });
  });

  test("is refused to anybody but the owner of the shop's files, who could not start it then", async () => {
    const { uid } = statSync(path.join(source, 'db'));
    const getuid = vi.spyOn(process, 'getuid').mockReturnValue(uid + 1);
    await expect(backUp(embedded(source))).rejects.toThrow(
      `belongs to the user with the number ${uid}, and this is the one with ${uid + 1}: make the backup as the shop's user`,
    );
    getuid.mockRestore();
  });

  test('called in another way says how it is used, as the restore does', async () => {
    for (const [command, name] of [
      [backupCommand, 'backup'],
      [restoreCommand, 'restore'],
    ] as const)
      for (const words of [[], ['--help'], ['--too', whole], ['--to']]) {
        const lines: string[] = [];
        expect(await command(words, {}, (line) => lines.push(line))).toBe(2);
        expect(lines.at(-1)).toContain(`npm run ${name} -- --`);
      }
  });

  test('says when pictures are missing that the database has', async () => {
    const other = await freshDataDir();
    await query(
      embedded(other),
      `insert into users (id, issuer, subject, email, email_verified, name, created_at, updated_at)
         values ('00000000-0000-4000-8000-000000000001', 'test', 'a', 'a@example.com', true, 'A', now(), now());
       insert into images (url, uploaded_by, created_at) values ('/images/${picture}', '00000000-0000-4000-8000-000000000001', now())`,
    );
    const { lines } = await backUp(embedded(other), 3);
    // Pictures that are being deleted are none that a shop would miss.
    await query(embedded(other), 'update images set leaving_since = now()');
    expect((await backUp(embedded(other))).lines[0]).not.toContain('lacks');
    rmSync(other, { recursive: true, force: true });
    expect(lines[0]).toContain(`lacks: 1, such as /images/${picture}.`);
  });
});
