import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useShop } from '#test/use-shop.ts';
import { whoIs } from './who.ts';

const accounts = 200;

const shop = await useShop();

/** The rows of accounts that were read since the database was made. */
async function accountsRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(shop.db);
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_user_tables where relid = 'users'::regclass`.execute(
    shop.db,
  );
  return rows[0]?.read ?? 0;
}

test.each([
  ['a customer', {}],
  ['an admin', { role: 'admin' as const }],
])(
  'the token of %s is found without reading all accounts, also in a database that has no statistics yet',
  async (_who, role) => {
    const { token } = await shop.person('Ada Lindqvarn', role);
    for (let made = 0; made < accounts; made += 1) await shop.person(`Customer ${made}`);
    expect((await whoIs(shop, token)).kind).toBe('customer');
    const before = await accountsRead();
    await whoIs(shop, token);
    expect((await accountsRead()) - before).toBeLessThan(10);
  },
);
