import { describe, expect, it } from 'vitest';
import { startShop, type Person } from '#test/harness.ts';
import { mailsTo } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { Visitor } from '#test/visitor.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
const part = await samplePart(shop.db, { inStock: 100_000 });

const at = (what: 'admin' | 'blocked' | 'sessions', email: string) =>
  `/api/users/${what}/${encodeURIComponent(email)}`;
const block = (email: string, as: Person = admin) =>
  shop.request('PUT', at('blocked', email), { as });
const unblock = (email: string) => shop.request('DELETE', at('blocked', email), { as: admin });
const revoke = (email: string, as: Person = admin) =>
  shop.request('DELETE', at('admin', email), { as });
const profile = (email: string, token: string) =>
  shop.request('GET', `/api/user/${email}`, { token });
const done = { acknowledged: true };
const refused = (error: string) => ({ acknowledged: false, error, message: expect.any(String) });

const auditOf = async (email: string) =>
  (
    (await shop.request('GET', `/api/admin/audit?q=${encodeURIComponent(email)}`, { as: admin }))
      .body as { action: string }[]
  ).map(({ action }) => action);
const eventsOf = async ({ userId }: Pick<Person, 'userId'>) =>
  (
    await shop.db
      .selectFrom('security_events')
      .select('kind')
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind);
const stock = async () => (await shop.request('GET', `/api/parts/${part}`)).body.inStock;
const stateOf = (id: string) =>
  shop.db
    .selectFrom('orders')
    .select(['state', 'cancelled_because'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Somebody who registered and came to the shop as its pages do; `comeIn` does it once more, `signIn` begins with the password. */
async function registered(email: string) {
  const visitor = new Visitor(shop.app);
  await visitor.post('/api/identity/sign-up/email', {
    name: 'Ben Okafor',
    email,
    password: 'bulk-order',
  });
  const comeIn = async () => {
    const { token } = (await visitor.get('/api/identity/token')).json();
    return shop.request('PUT', `/api/users/${email}`, {
      ...(token === undefined ? {} : { token }),
      body: { email, name: 'Ben Okafor' },
    });
  };
  const signIn = async () => {
    expect(
      (await visitor.post('/api/identity/sign-in/email', { email, password: 'bulk-order' }))
        .statusCode,
    ).toBe(200);
    return comeIn();
  };
  return { comeIn, signIn, token: (await comeIn()).body.accessToken as string };
}

describe('taking the admin role away', () => {
  it('ends the power at once, signs nobody out, and is written down', async () => {
    const eva = await shop.person('Eva Holm', { role: 'admin' });
    const answer = await revoke(eva.email);
    expect([answer.status, answer.body]).toEqual([200, done]);
    expect((await revoke(eva.email)).body).toEqual(done);
    expect((await shop.request('GET', '/api/users', { as: eva })).status).toBe(403);
    expect((await profile(eva.email, eva.token)).body.role).toBe(null);
    expect(await auditOf(eva.email)).toEqual(['admin revoked']);
    expect(await eventsOf(eva)).toEqual(['role_changed', 'admin_call_refused']);
  });

  it('is refused for an address without an account, and for oneself', async () => {
    const unknown = await revoke('nobody@example.com');
    expect([unknown.status, unknown.body]).toEqual([404, refused('user_not_found')]);
    const own = await revoke(admin.email);
    expect([own.status, own.body]).toEqual([409, refused('own_account')]);
  });

  it('leaves one of two who take it from each other at the same moment', async () => {
    const other = await startShop();
    const [eva, dan] = [
      await other.person('Eva', { role: 'admin' }),
      await other.person('Dan', { role: 'admin' }),
    ];
    await other.person('Unconfirmed', { role: 'admin', emailVerified: false });
    const take = (as: Person, from: Person) =>
      other.request('DELETE', at('admin', from.email), { as });
    const answers = await Promise.all([take(eva, dan), take(dan, eva)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual(refused('last_admin'));
    await other.close();
  });
});

describe('blocking an account', () => {
  it('ends its tokens at once and refuses its sign-in with a sentence and whom to write to', async () => {
    const email = 'ben.okafor@example.com';
    const { token, comeIn, signIn } = await registered(email);
    expect((await profile(email, token)).status).toBe(200);
    expect((await block(email)).body).toEqual(done);
    expect((await profile(email, token)).status).toBe(401);
    expect((await comeIn()).status).toBe(401);
    const { status, body } = await signIn();
    expect([status, body]).toEqual([
      403,
      {
        result: { acknowledged: false },
        error: 'account_blocked',
        message: 'This account is blocked. Please write to us.',
        contact: 'hello@shop.test',
      },
    ]);
  });

  it('is written down once, however often it is asked for, and ends with the unblocking', async () => {
    const email = 'carl.jensen@example.com';
    const { signIn } = await registered(email);
    const seen = async () =>
      (await shop.request('GET', `/api/user/${email}`, { as: admin })).body as {
        _id: string;
        blockedAt: string | null;
      };
    const { _id: userId, blockedAt: before } = await seen();
    await block(email);
    await block(email);
    expect([before, (await seen()).blockedAt]).toEqual([null, shop.clock.now().toISOString()]);
    const listed = async (query: string) =>
      (
        (await shop.request('GET', `/api/users?q=carl.jensen&blocked=${query}`, { as: admin }))
          .body as object[]
      ).length;
    expect([await listed('yes'), await listed('no')]).toEqual([1, 0]);
    await unblock(email);
    await unblock(email);
    expect((await signIn()).status).toBe(200);
    expect(await auditOf(email)).toEqual(['user unblocked', 'user blocked']);
    expect(await eventsOf({ userId })).toEqual([
      'registered',
      'account_blocked',
      'account_unblocked',
      'sign_in_done',
    ]);
  });

  it('cancels the unpaid orders by the normal path, and lets the paid ones go on', async () => {
    const fay = await shop.person('Fay Lind');
    const before = await stock();
    const [paid, unpaid] = [await shop.order(fay, part, 200), await shop.order(fay, part, 300)];
    await shop.pay(fay, paid);
    await block(fay.email);
    expect(await stateOf(unpaid)).toEqual({
      state: 'cancelled',
      cancelled_because: 'account_blocked',
    });
    expect(await stock()).toBe(before - 200);
    expect((await shop.request('GET', `/api/orders/${unpaid}`)).status).toBe(404);
    const mail = (await mailsTo(shop.db, fay.email)).find(({ subject }) =>
      subject.endsWith('is cancelled'),
    );
    expect(mail?.text).toContain('We have blocked your account and cancelled this order.');
    const shipped = await shop.request('PATCH', `/api/order/${paid}`, {
      as: admin,
      body: { status: 'shipped' },
    });
    expect(shipped.status).toBe(200);
  });

  it('finishes later what the card provider keeps it from cancelling now', async () => {
    let isAway = false;
    const other = await startShop({
      through: (next) => async (url, init) => {
        if (isAway) throw new TypeError('fetch failed');
        return next(url, init);
      },
    });
    const [boss, gus] = [await other.person('Boss', { role: 'admin' }), await other.person('Gus')];
    const orderId = await other.order(gus, await samplePart(other.db), 200);
    await other.request('POST', '/api/create-payment-intent', {
      as: gus,
      body: { price: 2500, orderId },
    });
    const stateNow = async () =>
      (
        await other.db
          .selectFrom('orders')
          .select('state')
          .where('id', '=', orderId)
          .executeTakeFirstOrThrow()
      ).state;
    isAway = true;
    expect((await other.request('PUT', at('blocked', gus.email), { as: boss })).status).toBe(200);
    expect(await stateNow()).toBe('unpaid');
    isAway = false;
    other.clock.advance(60_000);
    await other.everyMinute();
    expect(await stateNow()).toBe('cancelled');
    await other.close();
  });

  it('is refused for oneself, for nobody, and for the last admin that has power', async () => {
    const own = await block(admin.email);
    expect([own.status, own.body]).toEqual([409, refused('own_account')]);
    expect((await block('nobody@example.com')).body).toEqual(refused('user_not_found'));

    const other = await startShop();
    const [eva, dan] = [
      await other.person('Eva', { role: 'admin' }),
      await other.person('Dan', { role: 'admin' }),
    ];
    const keepOut = (as: Person, whom: Person) =>
      other.request('PUT', at('blocked', whom.email), { as });
    const answers = await Promise.all([keepOut(eva, dan), keepOut(dan, eva)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const blocked = await other.db
      .selectFrom('users')
      .select('email')
      .where('blocked_at', 'is not', null)
      .execute();
    expect(blocked).toHaveLength(1);
    await other.close();
  });

  it('makes an order of the same moment or is made after it: nothing unpaid stays held', async () => {
    const before = await stock();
    for (let round = 0; round < 10; round += 1) {
      const hal = await shop.person('Hal');
      const wanted = { productId: part, quantity: 200, address: '12 Dock Road, Leeds', phone: '1' };
      await Promise.all([
        shop.request('POST', '/api/orders', { as: hal, body: wanted }),
        block(hal.email),
        shop.request('POST', '/api/orders', { as: hal, body: wanted }),
      ]);
      const late = await shop.request('POST', '/api/orders', { as: hal, body: wanted });
      expect(late.status).toBe(401);
    }
    await shop.everyMinute();
    expect(await stock()).toBe(before);
  });

  it('keeps the role of an admin without its power, and no mail for admins goes there', async () => {
    const ida = await shop.person('Ida', { role: 'admin' });
    await block(ida.email);
    const buyer = await shop.person('Buyer');
    await shop.pay(buyer, await shop.order(buyer, part, 200));
    expect(await mailsTo(shop.db, ida.email)).toEqual([]);
    expect((await mailsTo(shop.db, admin.email)).length).toBeGreaterThan(0);
    await unblock(ida.email);
    const listed = (await shop.request('GET', `/api/user/${ida.email}`, { as: admin })).body;
    expect(listed).toMatchObject({ role: 'admin', blockedAt: null });
  });
});

describe('ending all sessions of an account', () => {
  it('signs it out everywhere and lets it sign in again', async () => {
    const email = 'jon.vale@example.com';
    const { token, comeIn, signIn } = await registered(email);
    const answer = await shop.request('DELETE', at('sessions', email), { as: admin });
    expect([answer.status, answer.body]).toEqual([200, done]);
    expect((await profile(email, token)).status).toBe(401);
    expect((await comeIn()).status).toBe(401);
    expect((await signIn()).status).toBe(200);
    expect(await auditOf(email)).toEqual(['sessions ended']);
  });

  it('is refused for an address without an account', async () => {
    const answer = await shop.request('DELETE', at('sessions', 'nobody@example.com'), {
      as: admin,
    });
    expect([answer.status, answer.body]).toEqual([404, refused('user_not_found')]);
  });
});
