import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { orderNumber } from '#contract/order-rules.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
const customer = await shop.person('Quentin Old');
const part = await samplePart(shop.db, { name: 'Zwick gasket, old', inStock: 10_000 });
const old = await shop.order(customer, part, 200);
const transaction = await shop.pay(customer, old);
const found = async (q: string): Promise<string[]> => {
  const query = new URLSearchParams({ q, limit: '50' }).toString();
  const list = (await shop.request('GET', `/api/order?${query}`, { as: admin })).body;
  const ids: string[] = list.map(({ _id }: { _id: string }) => _id);
  return ids.filter((id) => id === old);
};

test('an old order among thousands of newer ones is found by the beginning of what it is known by; a new one also by what stands within it', async () => {
  expect(await found('gasket, old')).toEqual([old]);
  await sql`
    insert into orders (id, user_id, part_id, part_name, image, unit_price_cents, quantity, total_cents, name, email, address, phone, state, created_at)
      select gen_random_uuid(), ${admin.userId}, part_id, 'Another part', image, 100, 1, 100, 'Somebody else', 'else@example.com', address, phone, 'unpaid',
        created_at + n * interval '1 minute' from orders, generate_series(1, 5000) n`.execute(
    shop.db,
  );
  const known = ['Zwick', 'zwick gasket, old', 'QUENTIN', customer.email, transaction];
  for (const q of [...known, orderNumber(old), old, old.slice(0, 13)])
    expect(await found(q), q).toEqual([old]);
  expect(await found('gasket, old')).toEqual([]);
});

test('an old account is found the same way', async () => {
  await sql`
    insert into users (id, issuer, subject, email, email_verified, name, created_at, updated_at)
      select gen_random_uuid(), 'test', 'crowd ' || n, 'crowd' || n || '@example.com', true, 'Crowd', created_at + n * interval '1 minute', updated_at
      from users, generate_series(1, 5000) n where users.id = ${customer.userId}`.execute(shop.db);
  const users = async (q: string) => {
    const query = new URLSearchParams({ q }).toString();
    const list = (await shop.request('GET', `/api/users?${query}`, { as: admin })).body;
    return list.map(({ email }: { email: string }) => email);
  };
  for (const q of ['quentin', 'Quentin Old', customer.email])
    expect(await users(q)).toContain(customer.email);
  expect(await users('entin old')).toEqual([]);
  expect(await users('rowd4999')).toEqual(['crowd4999@example.com']);
});
