import { describe, expect, it } from 'vitest';
import { findList } from '#server/order-list/store.ts';
import { insertAlert, listAlertsOf } from '#server/stock-alerts/store.ts';
import { continueWithGoogle } from '#test/google-contract.ts';
import type { Person } from '#test/harness.ts';
import { codeIn, mailsTo } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { Visitor } from '#test/visitor.ts';

/** Whether the card provider is away. */
let isAway = false;
const shop = await useShop({
  through: (fetch) => (input, init) =>
    isAway ? Promise.reject(new TypeError('fetch failed')) : fetch(input, init),
});

const listOf = async (token: string) =>
  (await shop.request('GET', '/api/order-list', { token })).body.lines;
const writeList = (token: string) =>
  shop.request('PUT', '/api/order-list', {
    token,
    body: { lines: [{ number: 'BD-3122', quantity: 400 }], version: 0 },
  });
/** Whose return somebody waits for; the alert is stored as of an address that was confirmed then. */
async function waitsForPart(email: string): Promise<() => Promise<unknown[]>> {
  const { db } = shop;
  const part = await samplePart(db, { inStock: 0 });
  const one = db.selectFrom('users').select('id').where('email', '=', email);
  const { id } = await one.where('replaced_at', 'is', null).executeTakeFirstOrThrow();
  await insertAlert(db, { user_id: id, part_id: part, created_at: shop.clock.now() });
  return () => listAlertsOf(db, id);
}

/** Somebody else registers the address of a customer the identity service does not know. */
async function registeredAs(person: Person): Promise<Visitor> {
  const visitor = new Visitor(shop.app);
  await visitor.post('/api/identity/sign-up/email', {
    name: 'Newcomer',
    email: person.email,
    password: 'bulk-order',
  });
  return visitor;
}

async function comeIn(visitor: Visitor, email: string) {
  const { token } = (await visitor.get('/api/identity/token')).json();
  return shop.request('PUT', `/api/users/${email}`, { token, body: { email, name: 'Newcomer' } });
}

async function confirm(visitor: Visitor, email: string): Promise<void> {
  await visitor.post('/api/identity/verify-email', {
    token: codeIn((await mailsTo(shop.db, email))[0]),
  });
}

describe('an address that belongs to another subject', () => {
  it('stays with its owner while the newcomer has not confirmed it', async () => {
    const owner = await shop.person('Owner');
    const answer = await comeIn(await registeredAs(owner), owner.email);
    expect([answer.status, answer.body]).toEqual([
      409,
      { result: { acknowledged: false }, error: 'email_taken', message: expect.any(String) },
    ]);
    expect(
      (await shop.request('GET', `/api/user/${owner.email}`, { as: owner })).body,
    ).toMatchObject({ _id: owner.userId, name: 'Owner' });
  });

  it('passes to the newcomer who confirmed it: empty profile, no role, the old tokens ended', async () => {
    const owner = await shop.person('Boss', { role: 'admin' });
    await shop.request('PUT', `/api/users/${owner.email}`, {
      as: owner,
      body: { phone: '+44 20 7946 0111' },
    });
    expect((await writeList(owner.token)).status).toBe(200);
    const alerts = await waitsForPart(owner.email);
    const newcomer = await registeredAs(owner);
    await confirm(newcomer, owner.email);
    const { status, body } = await comeIn(newcomer, owner.email);
    expect(status).toBe(200);
    expect((await shop.request('GET', `/api/user/${owner.email}`, { as: owner })).status).toBe(401);
    const me = (await shop.request('GET', `/api/user/${owner.email}`, { token: body.accessToken }))
      .body;
    expect(me).toMatchObject({ name: 'Newcomer', phone: '', role: null, emailVerified: true });
    expect(me._id).not.toBe(owner.userId);
    expect(await listOf(body.accessToken)).toEqual([]);
    expect(await findList(shop.db, owner.userId)).toMatchObject({ lines: [] });
    expect(await alerts()).toEqual([]);
  });

  it('leaves paid orders with the old account and cancels the unpaid ones by the normal path', async () => {
    const part = await samplePart(shop.db, { inStock: 1000 });
    const owner = await shop.person('Buyer');
    const paid = await shop.order(owner, part, 200);
    await shop.pay(owner, paid);
    const unpaid = await shop.order(owner, part, 300);
    const newcomer = await registeredAs(owner);
    await confirm(newcomer, owner.email);
    const { body } = await comeIn(newcomer, owner.email);

    expect(
      (await shop.request('GET', `/api/orders?email=${owner.email}`, { token: body.accessToken }))
        .body,
    ).toEqual([]);
    const orders = await shop.db
      .selectFrom('orders')
      .select(['id', 'user_id', 'state', 'cancelled_because'])
      .where('user_id', '=', owner.userId)
      .execute();
    expect(orders.toSorted((a, b) => a.state.localeCompare(b.state))).toEqual([
      {
        id: unpaid,
        user_id: owner.userId,
        state: 'cancelled',
        cancelled_because: 'account_replaced',
      },
      { id: paid, user_id: owner.userId, state: 'paid', cancelled_because: null },
    ]);
    expect((await shop.request('GET', `/api/parts/${part}`)).body.inStock).toBe(800);
  });

  it('gives a subject that comes back an empty profile too', async () => {
    const owner = await shop.person('Somebody');
    const newcomer = await registeredAs(owner);
    await confirm(newcomer, owner.email);
    const first = (await comeIn(newcomer, owner.email)).body.accessToken;
    await shop.request('PUT', `/api/users/${owner.email}`, {
      token: first,
      body: { phone: '12345' },
    });
    // A third subject takes the address over, as a change of the identity service would make it.
    await shop.db
      .updateTable('users')
      .set({ replaced_at: shop.clock.now(), role: 'admin' })
      .where('email', '=', owner.email)
      .execute();
    const third = await shop.person('Third');
    await shop.db
      .updateTable('users')
      .set({ email: owner.email })
      .where('id', '=', third.userId)
      .execute();

    const { status, body } = await comeIn(newcomer, owner.email);
    expect(status).toBe(200);
    const me = (await shop.request('GET', `/api/user/${owner.email}`, { token: body.accessToken }))
      .body;
    expect(me).toMatchObject({ name: 'Newcomer', phone: '', role: null });
    const live = await shop.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', owner.email)
      .where('replaced_at', 'is', null)
      .execute();
    expect(live).toEqual([{ id: me._id }]);
  });
});

describe("an account that somebody made with a stranger's address", () => {
  it("is the stranger's alone once they chose a password by mail: what was typed into it is gone", async () => {
    const email = 'later.customer@example.com';
    const first = new Visitor(shop.app);
    await first.post('/api/identity/sign-up/email', {
      name: 'Somebody',
      email,
      password: 'mine-for-now',
    });
    const { accessToken } = (await comeIn(first, email)).body;
    const trap = {
      phone: '+44 20 7946 0666',
      address: '1 Thief Lane',
      education: 'None',
      linkedin: 'https://example.com/thief',
    };
    await shop.request('PUT', `/api/users/${email}`, {
      token: accessToken,
      body: { email, name: 'Somebody', ...trap },
    });
    expect((await writeList(accessToken)).status).toBe(200);
    const alerts = await waitsForPart(email);

    const owner = new Visitor(shop.app);
    await owner.post('/api/identity/request-password-reset', { email });
    await owner.post('/api/identity/reset-password', {
      token: codeIn((await mailsTo(shop.db, email))[0]),
      newPassword: 'mine-for-good',
    });
    await owner.post('/api/identity/sign-in/email', { email, password: 'mine-for-good' });
    const { body } = await comeIn(owner, email);

    const me = await shop.request('GET', `/api/user/${email}`, { token: body.accessToken });
    expect(me.body).toMatchObject({
      emailVerified: true,
      phone: '',
      address: '',
      education: '',
      linkedin: '',
    });
    expect(await listOf(body.accessToken)).toEqual([]);
    expect(await alerts()).toEqual([]);
    expect((await shop.request('GET', `/api/user/${email}`, { token: accessToken })).status).toBe(
      401,
    );
    expect((await first.get('/api/identity/token')).statusCode).toBe(401);
  });

  it('keeps its profile through a reset when the address was confirmed before', async () => {
    const email = 'forgetful.customer@example.com';
    const visitor = new Visitor(shop.app);
    await visitor.post('/api/identity/sign-up/email', {
      name: 'Forgetful',
      email,
      password: 'what-was-it',
    });
    await confirm(visitor, email);
    const { accessToken } = (await comeIn(visitor, email)).body;
    await shop.request('PUT', `/api/users/${email}`, {
      token: accessToken,
      body: { email, name: 'Forgetful', phone: '+44 20 7946 0111' },
    });
    await visitor.post('/api/identity/request-password-reset', { email });
    await visitor.post('/api/identity/reset-password', {
      token: codeIn((await mailsTo(shop.db, email))[0]),
      newPassword: 'now-i-know',
    });
    await visitor.post('/api/identity/sign-in/email', { email, password: 'now-i-know' });
    const { body } = await comeIn(visitor, email);
    expect(
      (await shop.request('GET', `/api/user/${email}`, { token: body.accessToken })).body,
    ).toMatchObject({
      phone: '+44 20 7946 0111',
    });
  });
});

describe('an account that a stranger registered to wait for its owner', () => {
  /** The stranger registers, comes in, orders, and keeps the tokens. */
  async function trap(email: string) {
    const stranger = new Visitor(shop.app, '203.0.113.66');
    await stranger.post('/api/identity/sign-up/email', {
      name: 'Evil Name',
      email,
      password: 'stranger-pass',
    });
    const { accessToken } = (await comeIn(stranger, email)).body;
    const part = await samplePart(shop.db, { inStock: 1000 });
    const order = await shop.request('POST', '/api/orders', {
      token: accessToken,
      body: { productId: part, quantity: 200, address: '1 Evil Street', phone: '+1 666' },
    });
    const me = (token: string) => shop.request('GET', `/api/user/${email}`, { token });
    return { stranger, accessToken, part, orderId: order.body.insertedId as string, me };
  }
  const mailCode = async (email: string, subject: string) =>
    codeIn((await mailsTo(shop.db, email)).find((mail) => mail.subject === subject));

  it('is not confirmed by the owner who presses the link of the mail: they are asked for its password', async () => {
    const email = 'victim@corp.example.com';
    const { me, accessToken } = await trap(email);
    const token = await mailCode(email, 'Confirm your e-mail address');
    const pressed = await new Visitor(shop.app).post('/api/identity/verify-email', { token });
    expect([pressed.statusCode, pressed.json().error]).toEqual([401, 'proof_needed']);
    expect((await me(accessToken)).body.emailVerified).toBe(false);
  });

  it('has no admin power for the stranger, whatever its owner presses, and all of it for the owner who set a password', async () => {
    const email = 'boss@corp.example.com';
    const { accessToken, stranger } = await trap(email);
    const admin = await shop.person('First Admin', { role: 'admin' });
    const made = await shop.request('PUT', `/api/users/admin/${email}`, { as: admin });
    expect([made.status, made.body]).toEqual([
      200,
      { acknowledged: true, powerBegins: 'with_proof' },
    ]);
    await new Visitor(shop.app).post('/api/identity/verify-email', {
      token: await mailCode(email, 'Confirm your e-mail address'),
    });
    expect((await shop.request('GET', '/api/users', { token: accessToken })).status).toBe(403);

    const owner = new Visitor(shop.app);
    await owner.post('/api/identity/request-password-reset', { email });
    await owner.post('/api/identity/reset-password', {
      token: await mailCode(email, 'Choose a new password'),
      newPassword: 'owner-pass',
    });
    await owner.post('/api/identity/sign-in/email', { email, password: 'owner-pass' });
    const { body } = await comeIn(owner, email);
    expect((await shop.request('GET', '/api/users', { token: body.accessToken })).status).toBe(200);
    expect((await shop.request('GET', '/api/users', { token: accessToken })).status).toBe(401);
    expect((await comeIn(stranger, email)).status).toBe(401);
  });

  it.each(['reset', 'google'] as const)(
    'is emptied for the owner who comes by %s: name, orders and sessions of before are gone',
    async (way) => {
      const email = `${way}.owner@corp.example.com`;
      const { stranger, accessToken, orderId, part, me } = await trap(email);
      const owner = new Visitor(shop.app);
      if (way === 'google')
        await continueWithGoogle(owner, { do: 'continue', email, name: 'Owner' });
      else {
        await owner.post('/api/identity/request-password-reset', { email });
        await owner.post('/api/identity/reset-password', {
          token: await mailCode(email, 'Choose a new password'),
          newPassword: 'owner-pass',
        });
        await owner.post('/api/identity/sign-in/email', { email, password: 'owner-pass' });
      }
      const { token } = (await owner.get('/api/identity/token')).json();
      const { body } = await shop.request('PUT', `/api/users/${email}`, { token, body: { email } });
      expect((await me(body.accessToken)).body).toMatchObject({
        name: `${way}.owner`,
        address: '',
        phone: '',
        emailVerified: true,
      });
      expect(
        (await shop.request('GET', `/api/orders?email=${email}`, { token: body.accessToken })).body,
      ).toEqual([]);
      expect((await shop.request('GET', `/api/orders/${orderId}`)).status).toBe(404);
      expect((await shop.request('GET', `/api/parts/${part}`)).body.inStock).toBe(1000);
      expect((await me(accessToken)).status).toBe(401);
      expect((await stranger.get('/api/identity/get-session')).json()).toEqual({ user: null });
      const old = await new Visitor(shop.app).post('/api/identity/sign-in/email', {
        email,
        password: 'stranger-pass',
      });
      expect(old.json().error).toBe('wrong_password');
    },
  );

  it('loses its unpaid order also when the card provider is away at that moment: the order ends a minute later', async () => {
    const email = 'outage.owner@corp.example.com';
    const { accessToken, orderId, part } = await trap(email);
    const opened = await shop.request('POST', '/api/create-payment-intent', {
      token: accessToken,
      body: { price: 2500, orderId },
    });
    expect(opened.status).toBe(200);
    isAway = true;
    const owner = new Visitor(shop.app);
    await owner.post('/api/identity/request-password-reset', { email });
    await owner.post('/api/identity/reset-password', {
      token: await mailCode(email, 'Choose a new password'),
      newPassword: 'owner-pass',
    });
    const order = () =>
      shop.db
        .selectFrom('orders')
        .select(['state', 'cancelled_because'])
        .where('id', '=', orderId)
        .executeTakeFirst();
    const because = { cancelled_because: 'account_replaced' };
    expect(await order()).toEqual({ state: 'cancelling', ...because });
    // Somebody else's cancel changes nothing of why it is to end.
    const admin = await shop.person('Second Admin', { role: 'admin' });
    const cancelled = await shop.request('DELETE', `/api/order?id=${orderId}`, { as: admin });
    expect(cancelled.body.error).toBe('cards_unavailable');
    expect(await order()).toEqual({ state: 'cancelling', ...because });
    for (const isStillAway of [true, false]) {
      isAway = isStillAway;
      shop.clock.advance(61_000);
      await shop.everyMinute();
      expect(await order()).toEqual({ state: isAway ? 'cancelling' : 'cancelled', ...because });
    }
    expect((await shop.request('GET', `/api/parts/${part}`)).body.inStock).toBe(1000);
  });
});

it('holds fifty access tokens of an account at most: the oldest goes', async () => {
  const email = 'many.tokens@example.com';
  const visitor = new Visitor(shop.app);
  await visitor.post('/api/identity/sign-up/email', {
    name: 'Many',
    email,
    password: 'bulk-order',
  });
  const { token } = (await visitor.get('/api/identity/token')).json();
  const given: string[] = [];
  for (let count = 0; count < 51; count += 1) {
    shop.clock.advance(1000);
    given.push(
      (await shop.request('PUT', `/api/users/${email}`, { token, body: { email } })).body
        .accessToken,
    );
  }
  const statuses = [];
  for (const one of [given[0], given[1], given[50]])
    statuses.push((await shop.request('GET', `/api/user/${email}`, { token: one ?? '' })).status);
  expect(statuses).toEqual([401, 200, 200]);
});
