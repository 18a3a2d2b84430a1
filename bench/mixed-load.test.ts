import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { demoAccounts } from '#server/db/demo/demo-accounts.ts';
import { freePort } from '#test/free-port.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { mixedLoad } from './mixed-load.ts';

const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const shop = await useShop({
  publicUrl: address,
  pages: async (app) => void app.get('/*', async () => 'A page.'),
});

test('nobody of the mixed load is refused anything, and its order is cancelled', async () => {
  await samplePart(shop.db, { inStock: 100_000 });
  await shop.app.listen({ host: '127.0.0.1', port });
  for (const account of Object.values(demoAccounts)) {
    const headers = { origin: address, 'content-type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify(account) };
    expect((await fetch(`${address}/api/identity/sign-up/email`, sent)).status).toBe(200);
    const entered = await fetch(`${address}/api/identity/sign-in/email`, sent);
    const cookie = entered.headers.getSetCookie().map((one) => one.split(';')[0]);
    const own = { ...headers, cookie: cookie.join('; ') };
    const told = await fetch(`${address}/api/identity/token`, { headers: own });
    const { token } = (await told.json()) as { token: string };
    await shop.request('PUT', `/api/users/${account.email}`, { token, body: {} });
  }
  const { email } = demoAccounts.admin;
  await sql`update identity."user" set "emailVerified" = true where email = ${email}`.execute(
    shop.db,
  );
  const admin = { email_verified: true, role: 'admin', power_since: shop.clock.now() } as const;
  await shop.db.updateTable('users').set(admin).where('email', '=', email).execute();
  const { answers, refused } = await mixedLoad(address, 3);
  expect(Object.fromEntries(refused)).toEqual({});
  expect(answers).toBeGreaterThan(10);
  const orders = await shop.db.selectFrom('orders').select('state').execute();
  expect(orders).toEqual([{ state: 'cancelled' }]);
});
