import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { codeIn, mailsTo } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';
import { Visitor } from '#test/visitor.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

/** Somebody else registers the address of a customer the identity service does not know. */
async function registeredAs(person: Person): Promise<Visitor> {
  const visitor = new Visitor(shop.app);
  await visitor.post('/api/identity/sign-up/email', { name: 'Newcomer', email: person.email, password: 'bulk-order' });
  return visitor;
}

async function comeIn(visitor: Visitor, email: string) {
  const { token } = (await visitor.get('/api/identity/token')).json();
  return shop.request('PUT', `/api/users/${email}`, { token, body: { email, name: 'Newcomer' } });
}

async function confirm(visitor: Visitor, email: string): Promise<void> {
  await visitor.post('/api/identity/verify-email', { token: codeIn((await mailsTo(shop.db, email))[0]) });
}

describe('an address that belongs to another subject', () => {
  it('stays with its owner while the newcomer has not confirmed it', async () => {
    const owner = await shop.person('Owner');
    const answer = await comeIn(await registeredAs(owner), owner.email);
    expect([answer.status, answer.body]).toEqual([
      409,
      { result: { acknowledged: false }, error: 'email_taken', message: expect.any(String) },
    ]);
    expect((await shop.request('GET', `/api/user/${owner.email}`, { as: owner })).body).toMatchObject({ _id: owner.userId, name: 'Owner' });
  });

  it('passes to the newcomer who confirmed it: empty profile, no role, the old tokens ended', async () => {
    const owner = await shop.person('Boss', { role: 'admin' });
    await shop.request('PUT', `/api/users/${owner.email}`, { as: owner, body: { phone: '+44 20 7946 0111' } });
    const newcomer = await registeredAs(owner);
    await confirm(newcomer, owner.email);
    const { status, body } = await comeIn(newcomer, owner.email);
    expect(status).toBe(200);
    expect((await shop.request('GET', `/api/user/${owner.email}`, { as: owner })).status).toBe(401);
    const me = (await shop.request('GET', `/api/user/${owner.email}`, { token: body.accessToken })).body;
    expect(me).toMatchObject({ name: 'Newcomer', phone: '', role: null, emailVerified: true });
    expect(me._id).not.toBe(owner.userId);
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

    expect((await shop.request('GET', `/api/orders?email=${owner.email}`, { token: body.accessToken })).body).toEqual([]);
    const orders = await shop.db
      .selectFrom('orders')
      .select(['id', 'user_id', 'state', 'cancelled_because'])
      .where('user_id', '=', owner.userId)
      .execute();
    expect(orders.toSorted((a, b) => a.state.localeCompare(b.state))).toEqual([
      { id: unpaid, user_id: owner.userId, state: 'cancelled', cancelled_because: 'account_replaced' },
      { id: paid, user_id: owner.userId, state: 'paid', cancelled_because: null },
    ]);
    expect((await shop.request('GET', `/api/parts/${part}`)).body.inStock).toBe(800);
  });

  it('gives a subject that comes back an empty profile too', async () => {
    const owner = await shop.person('Somebody');
    const newcomer = await registeredAs(owner);
    await confirm(newcomer, owner.email);
    const first = (await comeIn(newcomer, owner.email)).body.accessToken;
    await shop.request('PUT', `/api/users/${owner.email}`, { token: first, body: { phone: '12345' } });
    // A third subject takes the address over, as a change of the identity service would make it.
    await shop.db.updateTable('users').set({ replaced_at: shop.clock.now(), role: 'admin' }).where('email', '=', owner.email).execute();
    const third = await shop.person('Third');
    await shop.db.updateTable('users').set({ email: owner.email }).where('id', '=', third.userId).execute();

    const { status, body } = await comeIn(newcomer, owner.email);
    expect(status).toBe(200);
    const me = (await shop.request('GET', `/api/user/${owner.email}`, { token: body.accessToken })).body;
    expect(me).toMatchObject({ name: 'Newcomer', phone: '', role: null });
    const live = await shop.db.selectFrom('users').select('id').where('email', '=', owner.email).where('replaced_at', 'is', null).execute();
    expect(live).toEqual([{ id: me._id }]);
  });
});

describe("an account that somebody made with a stranger's address", () => {
  it("is the stranger's alone once they chose a password by mail: what was typed into it is gone", async () => {
    const email = 'later.customer@example.com';
    const first = new Visitor(shop.app);
    await first.post('/api/identity/sign-up/email', { name: 'Somebody', email, password: 'mine-for-now' });
    const { accessToken } = (await comeIn(first, email)).body;
    const trap = { phone: '+44 20 7946 0666', address: '1 Thief Lane', education: 'None', linkedin: 'https://example.com/thief' };
    await shop.request('PUT', `/api/users/${email}`, { token: accessToken, body: { email, name: 'Somebody', ...trap } });

    const owner = new Visitor(shop.app);
    await owner.post('/api/identity/request-password-reset', { email });
    await owner.post('/api/identity/reset-password', { token: codeIn((await mailsTo(shop.db, email))[0]), newPassword: 'mine-for-good' });
    await owner.post('/api/identity/sign-in/email', { email, password: 'mine-for-good' });
    const { body } = await comeIn(owner, email);

    const me = await shop.request('GET', `/api/user/${email}`, { token: body.accessToken });
    expect(me.body).toMatchObject({ emailVerified: true, phone: '', address: '', education: '', linkedin: '' });
    expect((await shop.request('GET', `/api/user/${email}`, { token: accessToken })).status).toBe(401);
    expect((await first.get('/api/identity/token')).statusCode).toBe(401);
  });

  it('keeps its profile through a reset when the address was confirmed before', async () => {
    const email = 'forgetful.customer@example.com';
    const visitor = new Visitor(shop.app);
    await visitor.post('/api/identity/sign-up/email', { name: 'Forgetful', email, password: 'what-was-it' });
    await confirm(visitor, email);
    const { accessToken } = (await comeIn(visitor, email)).body;
    await shop.request('PUT', `/api/users/${email}`, { token: accessToken, body: { email, name: 'Forgetful', phone: '+44 20 7946 0111' } });
    await visitor.post('/api/identity/request-password-reset', { email });
    await visitor.post('/api/identity/reset-password', { token: codeIn((await mailsTo(shop.db, email))[0]), newPassword: 'now-i-know' });
    await visitor.post('/api/identity/sign-in/email', { email, password: 'now-i-know' });
    const { body } = await comeIn(visitor, email);
    expect((await shop.request('GET', `/api/user/${email}`, { token: body.accessToken })).body).toMatchObject({
      phone: '+44 20 7946 0111',
    });
  });
});
