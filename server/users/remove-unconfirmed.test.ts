import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '#contract/durations.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { codeIn, mailsTo } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';
import { Visitor } from '#test/visitor.ts';

let shop: TestShop;
let people = 0;

beforeEach(async () => {
  shop = await startShop();
});
afterEach(() => shop.close());

/** Registers somebody; `comes`: to the shop, as its pages do. */
async function registered(email: string, { comes = true } = {}) {
  const visitor = new Visitor(shop.app, `203.0.113.${(people += 1)}`);
  await visitor.post('/api/identity/sign-up/email', {
    name: 'Somebody',
    email,
    password: 'bulk-order-1',
  });
  if (!comes) return { visitor, email, token: '' };
  const { token } = (await visitor.get('/api/identity/token')).json();
  const { body } = await shop.request('PUT', `/api/users/${email}`, {
    token,
    body: { email, name: 'Somebody' },
  });
  return { visitor, email, token: body.accessToken as string };
}

const left = async () => {
  const { rows } = await sql<{
    email: string;
  }>`select "email" as email from identity."user" where "email" like '%@example.com'`.execute(
    shop.db,
  );
  const users = await shop.db.selectFrom('users').select('email').execute();
  return {
    shop: users.map(({ email }) => email).toSorted(),
    identity: rows.map(({ email }) => email).toSorted(),
  };
};

describe('an account whose address nobody proves', () => {
  it('is removed on both sides after thirty days, and its address can register again', async () => {
    const { email, token } = await registered('nobody.reads@example.com');
    const list = { lines: [{ number: 'BD-3122', quantity: 400 }], version: 0 };
    expect((await shop.request('PUT', '/api/order-list', { token, body: list })).status).toBe(200);
    // Asked for with an earlier address, which was confirmed.
    const part = await samplePart(shop.db, { inStock: 0 });
    await sql`insert into stock_alerts select id, ${part}, now() from users where email = ${email}`.execute(
      shop.db,
    );
    shop.clock.advance(30 * dayMs - 1000);
    await shop.everyMinute();
    expect(await left()).toEqual({ shop: [email], identity: [email] });
    shop.clock.advance(1000);
    await shop.everyMinute();
    expect(await left()).toEqual({ shop: [], identity: [] });
    expect((await shop.request('GET', `/api/user/${email}`, { token })).status).toBe(401);
    await registered(email);
    expect(await left()).toEqual({ shop: [email], identity: [email] });
  });

  it('stays when it was proven, when it ordered, also what was cancelled, and when an admin decided about it', async () => {
    const confirmed = await registered('confirmed@example.com');
    await confirmed.visitor.post('/api/identity/verify-email', {
      token: codeIn((await mailsTo(shop.db, confirmed.email))[0]),
    });
    const buyer = await registered('buyer@example.com');
    const body = {
      productId: await samplePart(shop.db),
      quantity: 200,
      address: '12 Dock Road',
      phone: '1',
    };
    const { insertedId } = (await shop.request('POST', '/api/orders', { token: buyer.token, body }))
      .body;
    await shop.request('DELETE', `/api/order?id=${insertedId}`, { token: buyer.token });
    const admin = await shop.person('Boss', { role: 'admin' });
    const [blocked, future] = [
      await registered('blocked@example.com'),
      await registered('future.admin@example.com'),
    ];
    await shop.request('PUT', `/api/users/blocked/${blocked.email}`, { as: admin });
    await shop.request('PUT', `/api/users/admin/${future.email}`, { as: admin });
    shop.clock.advance(31 * dayMs);
    await shop.everyMinute();
    const kept = [blocked.email, buyer.email, confirmed.email, future.email];
    expect(await left()).toEqual({ shop: [...kept, admin.email].toSorted(), identity: kept });
  });

  it('is removed too when it never came to the shop', async () => {
    const { email } = await registered('robot@example.com', { comes: false });
    const late = await registered('late.robot@example.com', { comes: false });
    // The identity service keeps its times by the machine's clock.
    const madeAgo = (who: string, ago: string) =>
      sql`update identity."user" set "createdAt" = current_timestamp - ${ago}::interval where "email" = ${who}`.execute(
        shop.db,
      );
    await madeAgo(email, '30 days 1 minute');
    await madeAgo(late.email, '29 days 23 hours');
    await shop.everyMinute();
    expect(await left()).toEqual({ shop: [], identity: [late.email] });
  });

  it('is one of many: some are removed each minute, until all are', async () => {
    const created = shop.clock.now();
    await sql`
      insert into users (id, issuer, subject, email, email_verified, name, created_at, updated_at)
      select gen_random_uuid(), 'test', 's' || n, 'n' || n || '@example.com', false, '', ${created}, ${created} from generate_series(1, 120) n`.execute(
      shop.db,
    );
    shop.clock.advance(31 * dayMs);
    const counts: number[] = [];
    for (let minute = 0; minute < 3; minute += 1) {
      await shop.everyMinute();
      counts.push((await left()).shop.length);
    }
    expect(counts).toEqual([70, 20, 0]);
  });
});
