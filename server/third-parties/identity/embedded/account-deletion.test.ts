import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuer } from './auth.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { Visitor } from '#test/visitor.ts';

// The embedded database runs one transaction after another: there nothing can happen meanwhile.
describe.runIf(engines.includes('server'))('an account nobody confirmed', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn('server') });
  });
  afterAll(() => shop.close());

  const accounts = async () =>
    (await sql<{ id: string }>`select "id" from identity."user"`.execute(shop.db)).rows;
  const isWaiting = async () =>
    (
      await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%delete from%user%'`.execute(
        shop.db,
      )
    ).rows.length > 0;

  it('stays when its address is confirmed while it is being deleted', async () => {
    await new Visitor(shop.app).post('/api/identity/sign-up/email', {
      name: 'Somebody',
      email: 'late@example.com',
      password: 'bulk-order-1',
    });
    const [account] = await accounts();
    const confirming = await shop.db.startTransaction().execute();
    await sql`update identity."user" set "emailVerified" = true`.execute(confirming);
    const late = { issuer, subject: account?.id ?? '' };
    const deleting = shop.identity.deleteAccount(late, { onlyUnconfirmed: true });
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true);
    await confirming.commit().execute();
    await deleting;
    expect(await accounts()).toEqual([account]);
  });
});
