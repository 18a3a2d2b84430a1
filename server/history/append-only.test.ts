import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { anonymiseInHistory, deleteHistory, oldestInHistory } from './store.ts';
import { freshDatabase, postgresServer } from '#test/database.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';

// Opening an engine takes half a second, but many times that on a machine whose cores are all taken.
vi.setConfig({ testTimeout: 60_000 });

const server = await postgresServer();
afterAll(() => server?.stop());

async function databaseOf(home: string) {
  if (home === 'embedded') return freshDatabase();
  const database = await openDatabase({ url: await server!.createDatabase(), dataDir: '' });
  await migrate(database.db);
  return database;
}

const tables = ['audit_log', 'order_events', 'stock_ledger', 'security_events'];

describe.each(server ? ['embedded', 'server'] : ['embedded'])(
  'what was written down (%s)',
  (home) => {
    let shop: TestShop;
    let ada: Person;
    let admin: Person;
    let order: string;

    beforeAll(async () => {
      shop = await startShop({ database: await databaseOf(home) });
      [ada, admin] = [await shop.person('Ada'), await shop.person('Grace', { role: 'admin' })];
      order = await shop.order(ada, await samplePart(shop.db), 200);
      await shop.pay(ada, order);
      await shop.request('PATCH', `/api/order/${order}`, {
        as: admin,
        body: { status: 'shipped' },
      });
      await shop.request('GET', '/api/order', { as: ada });
    });
    afterAll(() => shop.close());

    async function everything(): Promise<string> {
      const { rows } = await sql<{ sum: string }>`select md5(concat(${sql.join(
        tables.map(
          (table) =>
            sql`(select string_agg(t::text, ',' order by t::text) from ${sql.table(table)} t)`,
        ),
      )})) as sum`.execute(shop.db);
      return rows[0]?.sum ?? '';
    }

    const spoil = (statement: string) => sql.raw(statement).execute(shop.db);
    const refused = { code: '42501', message: expect.stringContaining('only grows') };

    it.each(tables)('in %s is neither changed nor deleted by any statement', async (table) => {
      const before = await everything();
      await expect(spoil(`update ${table} set created_at = now()`)).rejects.toMatchObject(refused);
      await expect(spoil(`delete from ${table}`)).rejects.toMatchObject(refused);
      await expect(spoil(`truncate ${table} cascade`)).rejects.toMatchObject(refused);
      await expect(spoil(`delete from ${table} /* maintain_history( */`)).rejects.toMatchObject(
        refused,
      );
      await expect(
        spoil(`with gone as (delete from ${table} returning id) select count(*) from gone`),
      ).rejects.toMatchObject(refused);
      expect(await everything()).toBe(before);
    });

    it('is about people by their ids', async () => {
      const { rows } = await sql<{ kept: string }>`
      select string_agg(kept, ' ') as kept from (${sql.join(
        tables.map((table) => sql`select t::text as kept from ${sql.table(table)} t`),
        sql` union all `,
      )}) everything`.execute(shop.db);
      expect(rows[0]?.kept).toContain(ada.userId);
      expect(rows[0]?.kept).not.toContain('@');
    });

    it('goes by age through the one function for it, which leaves a row', async () => {
      shop.clock.advance(1000);
      const now = shop.clock.now();
      const before = (await shop.request('GET', '/api/admin/audit', { as: admin })).body.length;
      expect(
        await deleteHistory(shop.db, {
          table: 'order_events',
          olderThan: now,
          doer: 'command line',
          now,
        }),
      ).toBe(4);
      expect(
        (await shop.request('GET', `/api/orders/${order}/history`, { as: admin })).body.events,
      ).toEqual([]);
      const [row, ...others] = (await shop.request('GET', '/api/admin/audit', { as: admin })).body;
      expect(row).toMatchObject({
        actor: 'command line',
        action: 'history deleted',
        subjectType: 'history',
        subjectId: 'order_events',
        after: { rows: 4 },
        createdAt: now.toISOString(),
      });
      expect(others).toHaveLength(before);
    });

    it('goes in steps of ten thousand rows, the oldest first, and a step that finds none leaves no row', async () => {
      const now = shop.clock.now();
      const long = new Date(now.getTime() - 400 * 86_400_000);
      await sql`
        insert into order_events (id, order_id, created_at, kind, actor_role, actor)
        select gen_random_uuid(), ${order}, ${long}::timestamptz + n * interval '1 second', 'link_renewed', 'shop', 'shop'
        from generate_series(1, 10003) n`.execute(shop.db);
      const step = () =>
        deleteHistory(shop.db, { table: 'order_events', olderThan: now, doer: 'shop', now });
      const oldest = () => oldestInHistory(shop.db, 'order_events');
      const rows = async () => (await shop.request('GET', '/api/admin/audit', { as: admin })).body;
      const before = (await rows()).length;
      expect(await step()).toBe(10_000);
      expect(await oldest()).toEqual(new Date(long.getTime() + 10_001_000));
      expect([await step(), await step()]).toEqual([3, 0]);
      expect(await rows()).toHaveLength(before + 2);
    });

    it('of the stock ledger stays for ever: the stock is its sum', async () => {
      const now = shop.clock.now();
      const deleting =
        sql`select maintain_history('delete', 'shop', ${now}, 'stock_ledger', ${now})`.execute(
          shop.db,
        );
      await expect(deleting).rejects.toMatchObject({ code: '22023' });
    });

    it('loses what others typed about somebody who leaves', async () => {
      shop.clock.advance(1000);
      const bought = await shop.order(ada, await samplePart(shop.db), 200);
      await shop.pay(ada, bought);
      const reason = `Ada rang: ${ada.email.toUpperCase()} wrote (and Adam)`;
      await shop.request('POST', `/api/order/${bought}/refund`, {
        as: admin,
        body: { amount: 1, reason, restock: false },
      });
      shop.clock.advance(1000);
      const now = shop.clock.now();
      const doer = { userId: admin.userId };
      expect(
        await anonymiseInHistory(shop.db, {
          userId: ada.userId,
          words: [ada.name, ada.email, ''],
          doer,
          now,
        }),
      ).toBe(2);
      const { events } = (await shop.request('GET', `/api/orders/${bought}/history`, { as: admin }))
        .body;
      expect(events.at(-1).reason).toBe('A customer rang: A customer wrote (and Adam)');
      const [row, refund] = (await shop.request('GET', '/api/admin/audit', { as: admin })).body;
      expect(row).toMatchObject({
        actor: admin.email,
        action: 'person anonymised',
        subjectId: ada.userId,
        after: { rows: 2 },
      });
      expect(refund.after.reason).toBe('A customer rang: A customer wrote (and Adam)');
    });
  },
);
