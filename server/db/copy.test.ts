import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  freshDatabase,
  freshDataDir,
  postgresServer,
  type PostgresServer,
  temporaryFolder,
} from '#test/database.ts';
import { copyDatabase } from './copy.ts';
import { copyCommand } from './copy-command.ts';
import { migrate } from './migrate.ts';
import { type Database, openDatabase } from './open.ts';
import { UnfitTarget } from './table-rows.ts';

// Opening an engine takes half a second, but many times that on a machine whose cores are all taken.
vi.setConfig({ testTimeout: 60_000 });

const server: PostgresServer | undefined = await postgresServer();
afterAll(() => server?.stop());

/** Values whose text is easily spoiled on the way, references in a circle, an identity column and a computed one. */
const oddTables = `
  create table odd (
    id bigint generated always as identity primary key,
    parent bigint references odd (id),
    name text, amount numeric, ratio double precision, at timestamptz, took interval, bytes bytea, words text[], body jsonb, flag boolean,
    letters integer generated always as (length(name)) stored
  );
  create table other (id int primary key, odd bigint references odd (id));
  alter table odd add column other int references other (id);
  create unique index odd_names on odd (lower(name)) where flag;`;

const oddRows = `
  insert into odd (name, amount, ratio, at, took, bytes, words, body, flag)
  select 'Bremse "' || i || E'"\\\\ \\n ü € 🚗', i / 7.0, 1.0 / i, timestamptz '2022-01-01' + i * interval '1 minute 0.000001 second',
    i * interval '1 day 1 hour', decode(md5(i::text), 'hex'), array['a,b', null, '"', i::text], jsonb_build_object('i', i, 'n', null), i % 3 = 0
  from generate_series(1, 2500) i;
  insert into odd (name) values (null), ('');
  insert into other select i, 2501 - i from generate_series(1, 100) i;
  update odd set parent = 2501 - id, other = 1 + id % 100 where id <= 2500;`;

type Home = Omit<Database, 'engine'>;

describe('copying a database', () => {
  const homes: Home[] = [];
  async function fresh(): Promise<Home> {
    const home = await freshDatabase();
    homes.push(home);
    return home;
  }
  let source: Home;
  beforeAll(async () => {
    source = await fresh();
    await source.pool.query(oddTables + oddRows);
    await source.pool.query(
      "insert into categories (id, name, position) select 'c' || i, 'Kategorie ' || i, i from generate_series(1, 30) i",
    );
  });
  afterAll(async () => {
    for (const home of homes) await home.close();
  });

  /** Copies the source into the target, compares what arrived, and returns what the copy reported. */
  async function checkCopy(target: Home): Promise<string[]> {
    const lines: string[] = [];
    await copyDatabase(source.pool, target.pool, (line) => lines.push(line));
    for (const table of ['odd', 'other', 'categories']) {
      const rows = `select * from ${table} order by id`;
      expect((await target.pool.query(rows)).rows).toEqual((await source.pool.query(rows)).rows);
    }
    const indexes = "select indexdef from pg_indexes where schemaname !~ '^pg_' order by 1";
    expect((await target.pool.query(indexes)).rows).toEqual(
      (await source.pool.query(indexes)).rows,
    );
    // The identity column goes on after the last copied number, and the references hold again.
    expect(
      (await target.pool.query("insert into odd (name) values ('next') returning id, letters"))
        .rows,
    ).toEqual([{ id: 2503, letters: 4 }]);
    await expect(target.pool.query('insert into other values (1000, 9999)')).rejects.toMatchObject({
      code: '23503',
    });
    await expect(copyDatabase(source.pool, target.pool, () => undefined)).rejects.toThrow(
      'The target is not empty',
    );
    return lines;
  }

  test('into another embedded one brings every value and keeps every rule', async () => {
    const target = await fresh();
    await target.pool.query(oddTables);
    const lines = await checkCopy(target);
    expect(lines).toContainEqual(
      expect.stringMatching(/^public\.odd: 2502 rows, checksum [0-9a-f]+$/),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^public\.categories: 30 rows/));
  });

  test.runIf(server)('to a server and back brings every value and keeps every rule', async () => {
    const onServer = await openDatabase({ url: await server!.createDatabase(), dataDir: '' });
    homes.push(onServer);
    await migrate(onServer.db);
    await onServer.pool.query(oddTables);
    expect(await checkCopy(onServer)).toContainEqual(
      expect.stringMatching(/^public\.odd: 2502 rows/),
    );
    const back = await fresh();
    await back.pool.query(oddTables);
    await onServer.pool.query("delete from odd where name = 'next'");
    await copyDatabase(onServer.pool, back.pool, () => undefined);
    expect((await back.pool.query('select * from odd order by id')).rows).toEqual(
      (await source.pool.query('select * from odd order by id')).rows,
    );
  });

  test('that does not arrive as it left keeps nothing', async () => {
    const target = await fresh();
    await target.pool.query(oddTables);
    await target.pool.query(`
      create function spoil() returns trigger language plpgsql as $$ begin if new.id = 77 then new.flag = not new.flag; end if; return new; end $$;
      create trigger spoil before insert on odd for each row execute function spoil()`);
    await expect(copyDatabase(source.pool, target.pool, () => undefined)).rejects.toThrow(
      new UnfitTarget('public.odd differs after the copy (2502 and 2502 rows).'),
    );
    expect(
      (
        await target.pool.query(
          'select (select count(*) from odd) + (select count(*) from categories) as rows',
        )
      ).rows,
    ).toEqual([{ rows: 0 }]);
    await expect(target.pool.query('insert into other values (1, 9999)')).rejects.toMatchObject({
      code: '23503',
    });
  });

  test('with other tables is refused', async () => {
    const target = await fresh();
    await expect(copyDatabase(source.pool, target.pool, () => undefined)).rejects.toThrow(
      'do not have the same tables:\npublic.odd',
    );
  });
});

describe('npm run db:copy', () => {
  const folder = temporaryFolder('copy');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const lines: string[] = [];
  const run = (...args: string[]) => copyCommand(args, (line) => lines.push(line));

  test('without both homes says how it is used', async () => {
    expect(await run('--from', folder)).toBe(2);
    expect(lines.join('\n')).toContain('npm run db:copy -- --from HOME --to HOME');
  });

  test('does not make a mistyped source into a database', async () => {
    const missing = path.join(folder, 'missing');
    await expect(run('--from', missing, '--to', path.join(folder, 'to'))).rejects.toThrow(
      `There is no database in ${missing}.`,
    );
  });

  test.runIf(server)("leaves another program's database as it is", async () => {
    const from = await freshDataDir();
    const url = await server!.createDatabase();
    const { pool, close } = await openDatabase({ url, dataDir: '' });
    await pool.query('create table somebody_elses (id int)');
    await expect(run('--from', from, '--to', url)).rejects.toThrow('public.somebody_elses');
    const { rows } = await pool.query(
      "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    expect(rows).toEqual([{ relname: 'somebody_elses' }]);
    await close();
    rmSync(from, { recursive: true, force: true });
  });

  test.runIf(server)('moves a shop from a server into a folder', async () => {
    const url = await server!.createDatabase();
    const shop = await openDatabase({ url, dataDir: '' });
    await migrate(shop.db);
    await shop.pool.query(
      "insert into categories (id, name, position) values ('brakes', 'Brakes', 1)",
    );
    await shop.close();
    const to = await freshDataDir();
    expect(await run('--from', url, '--to', to)).toBe(0);
    expect(lines.at(-1)).toBe(
      'Copied. Every table has the same rows and the same checksum on both sides.',
    );
    const moved = await openDatabase({ dataDir: to });
    expect((await moved.pool.query('select id, name from categories')).rows).toEqual([
      { id: 'brakes', name: 'Brakes' },
    ]);
    await moved.close();
    rmSync(to, { recursive: true, force: true });
  });
});
