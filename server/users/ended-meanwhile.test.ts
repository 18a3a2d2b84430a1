import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';

/** The embedded engine has one connection: there nothing happens between two statements of a transaction. */
const servers = engines.filter((engine) => engine === 'server');

describe.runIf(servers.length > 0)(
  'a session that ends while a write waits for its account',
  () => {
    let shop: TestShop;
    let part: string;
    beforeAll(async () => {
      shop = await startShop({ database: await databaseOn('server') });
      part = await samplePart(shop.db, { inStock: 100_000 });
    });
    afterAll(() => shop.close());

    /** Begins the write while another transaction holds the account, and ends the session before that is committed, as closing and a first proof do. */
    async function endDuring<Answer>(
      { userId }: Person,
      write: () => Promise<Answer>,
    ): Promise<Answer> {
      let writing: Promise<Answer> | undefined;
      await shop.db.transaction().execute(async (tx) => {
        await sql`select from users where id = ${userId} for update`.execute(tx);
        await sql`delete from access_tokens where user_id = ${userId}`.execute(tx);
        writing = write();
        await expect.poll(() => waiting(shop), { timeout: 20_000 }).toBe(1);
      });
      if (writing === undefined) throw new Error('Nothing was written.');
      return writing;
    }

    it('leaves the profile as it was', async () => {
      const ann = await shop.person('Ann');
      const body = {
        email: ann.email,
        name: 'Ann Other',
        address: '12 Dock Road, Leeds',
        phone: '1',
      };
      const answer = await endDuring(ann, () =>
        shop.request('PUT', `/api/users/${ann.email}`, { as: ann, body }),
      );
      expect([answer.status, answer.body.error]).toEqual([401, 'session_expired']);
      const row = await shop.db
        .selectFrom('users')
        .select(['name', 'address'])
        .where('id', '=', ann.userId)
        .executeTakeFirst();
      expect(row).toEqual({ name: 'Ann', address: '' });
    });

    it('locks nobody for an order, once it has ended', async () => {
      const zoe = await shop.person('Zoe');
      await sql`delete from identity."session" where "id" in (
        select identity_session from access_tokens where user_id = ${zoe.userId})`.execute(shop.db);
      const body = { productId: part, quantity: 200, address: '12 Dock Road, Leeds', phone: '1' };
      await shop.db.transaction().execute(async (tx) => {
        await sql`select from users where id = ${zoe.userId} for update`.execute(tx);
        const { status } = await shop.request('POST', '/api/orders', { as: zoe, body });
        expect(status).toBe(401);
      });
    });

    it('leaves no review', async () => {
      const ben = await shop.person('Ben');
      const transactionId = await shop.pay(ben, await shop.order(ben, part, 200));
      const body = { transactionId, productId: part, rating: 5, message: 'Straight and true.' };
      const answer = await endDuring(ben, () =>
        shop.request('POST', '/api/reviews', { as: ben, body }),
      );
      expect([answer.status, answer.body.error]).toEqual([401, 'session_expired']);
      expect((await shop.request('GET', '/api/review')).body).toEqual([]);
    });
  },
);

/** Statements that wait for a lock. */
async function waiting({ db }: TestShop): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'`.execute(
    db,
  );
  return rows.length;
}
