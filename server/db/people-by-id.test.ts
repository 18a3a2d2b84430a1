import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { freshDatabase, postgresServer, temporaryFolder } from '#test/database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';

// Opening an engine takes half a second, but many times that on a machine whose cores are all taken.
vi.setConfig({ testTimeout: 60_000 });

const server = await postgresServer();
const folder = temporaryFolder('older-migrations');
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The migrations of the shop before people stood in its books by id. */
function olderMigrations(): URL {
  const all = path.join(import.meta.dirname, 'migrations');
  const into = path.join(folder, 'older');
  mkdirSync(into, { recursive: true });
  for (const name of readdirSync(all).filter((file) => file < '0011'))
    cpSync(path.join(all, name), path.join(into, name));
  return pathToFileURL(`${into}/`);
}

async function emptyDatabase(home: string) {
  if (home === 'server') return openDatabase({ url: await server!.createDatabase(), dataDir: '' });
  const database = await freshDatabase();
  const { rows } = await sql<{ name: string }>`
    select quote_ident(nspname) as name from pg_namespace where nspname !~ '^pg_|^information_schema$'`.execute(
    database.db,
  );
  for (const { name } of rows) await sql`drop schema ${sql.raw(name)} cascade`.execute(database.db);
  await sql`create schema public`.execute(database.db);
  return database;
}

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [part, order, ada, grace, before] = [id(1), id(2), id(3), id(4), id(5)];

/** A shop in which ada@example.com belonged to somebody else first, and whose books are full of addresses. */
const olderRows = `
  insert into parts (id, name, description, image, price_cents, order_quantity, in_stock, created_at, updated_at)
    values ('${part}', 'Disc', 'x', 'x', 100, 1, 0, '2026-01-01', '2026-01-01');
  insert into users (id, issuer, subject, email, email_verified, name, role, created_at, updated_at, replaced_at) values
    ('${before}', 'i', '1', 'ada@example.com', false, 'Mallory', null, '2026-01-01', '2026-01-01', '2026-02-01'),
    ('${ada}', 'i', '2', 'ada@example.com', true, 'Ada', null, '2026-02-01', '2026-02-01', null),
    ('${grace}', 'i', '3', 'grace@example.com', true, 'Grace', 'admin', '2026-01-01', '2026-01-01', null);
  insert into orders (id, user_id, part_id, part_name, image, unit_price_cents, quantity, total_cents, name, email, address, phone, state, created_at)
    values ('${order}', '${ada}', '${part}', 'Disc', 'x', 100, 1, 100, 'Ada', 'ada@example.com', 'x', 'x', 'unpaid', '2026-03-01');
  insert into order_events (id, order_id, created_at, kind, actor_role, actor, details) values
    ('${id(11)}', '${order}', '2026-03-01', 'placed', 'customer', 'ada@example.com', null),
    ('${id(12)}', '${order}', '2026-03-02', 'shipped', 'admin', 'grace@example.com', null),
    ('${id(13)}', '${order}', '2026-03-03', 'refunded', 'admin', 'gone@example.com', '{"amountCents": 5, "reason": "Ada (ada@example.com) asked"}'),
    ('${id(14)}', '${order}', '2026-03-04', 'expired', 'shop', 'shop', null);
  insert into stock_ledger (id, part_id, delta, reason, actor, note, created_at) values
    ('${id(21)}', '${part}', 1, 'opening', 'grace@example.com', 'Counted with bob@example.com', '2026-01-02'),
    ('${id(22)}', '${part}', 1, 'adjustment', '${grace}', '', '2026-01-03');
  insert into audit_log (id, created_at, actor_id, actor, action, subject_type, subject_id, subject_name, before, after) values
    ('${id(31)}', '2026-01-05', '${grace}', 'grace@example.com', 'admin assigned', 'user', '${before}', 'ada@example.com', '{"role": null}', '{"role": "admin"}'),
    ('${id(32)}', '2026-01-06', null, 'command line', 'mail queued again', 'user', 'ada@example.com', 'ada@example.com', null, '{"mail": "To ada@example.com"}'),
    ('${id(33)}', '2026-03-06', null, 'command line', 'mail queued again', 'user', 'ADA@example.com', 'ada@example.com', '{"by": "ada@example.com"}', '{"by": "nobody@example.com"}'),
    ('${id(34)}', '2026-03-07', null, 'nobody@example.com', 'part edited', 'part', '${part}', 'Disc', '{"price": 1, "text": "line\\nbob@example.com"}', null)`;

test.each(server ? ['embedded', 'server'] : ['embedded'])(
  'addresses in older books become ids, or a word where nobody is known (%s)',
  async (home) => {
    const { db, pool, close } = await emptyDatabase(home);
    await migrate(db, olderMigrations());
    await pool.query(olderRows);
    await migrate(db);
    const events = await db
      .selectFrom('order_events')
      .select(['actor', 'details'])
      .orderBy('id')
      .execute();
    expect(events).toEqual([
      { actor: ada, details: null },
      { actor: grace, details: null },
      { actor: 'somebody', details: { amountCents: 5, reason: 'Ada (an e-mail address) asked' } },
      { actor: 'shop', details: null },
    ]);
    expect(
      await db.selectFrom('stock_ledger').select(['actor', 'note']).orderBy('id').execute(),
    ).toEqual([
      { actor: grace, note: 'Counted with an e-mail address' },
      { actor: grace, note: '' },
    ]);
    const audit = db
      .selectFrom('audit_log')
      .select(['actor', 'subject_id', 'subject_name', 'before', 'after'])
      .orderBy('id');
    expect(await audit.execute()).toEqual([
      // The address was another account's then.
      {
        actor: grace,
        subject_id: before,
        subject_name: '',
        before: { role: null },
        after: { role: 'admin' },
      },
      {
        actor: 'command line',
        subject_id: before,
        subject_name: '',
        before: null,
        after: { mail: 'To an e-mail address' },
      },
      {
        actor: 'command line',
        subject_id: ada,
        subject_name: '',
        before: { by: ada },
        after: { by: 'an e-mail address' },
      },
      {
        actor: 'somebody',
        subject_id: part,
        subject_name: 'Disc',
        before: { price: 1, text: 'line\nan e-mail address' },
        after: null,
      },
    ]);
    const address = db.insertInto('order_events').values({
      id: id(15),
      order_id: order,
      created_at: new Date(),
      kind: 'paid',
      actor_role: 'payer',
      actor: 'ada@example.com',
    });
    await expect(address.execute()).rejects.toMatchObject({
      code: '23514',
      constraint: 'order_events_people_by_id',
    });
    await close();
  },
);
