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
