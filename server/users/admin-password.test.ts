import { describe, expect, it } from 'vitest';
import type { TestShop } from '#test/harness.ts';
import { codeIn, mailsTo } from '#test/mailbox.ts';
import { useShop } from '#test/use-shop.ts';
import { Visitor } from '#test/visitor.ts';
import { parseCommand } from '#server/operator/commands.ts';
import { byOperator, grantAdmin } from './admins.ts';

const [live, demo] = [await useShop({ mode: 'live' }), await useShop()];

const good = 'rain otter seventeen';
const refusal = [
  422,
  {
    error: 'common_password',
    message:
      "Admins of this shop need a better password: this one is common, or it is made of your name, your address or the shop's name.",
  },
];
let people = 0;

/** Somebody with an account, signed in; `works` asks for what only admins see, `enter` signs in anew. */
async function someone(
  shop: TestShop,
  { password = 'bulk-order', verified = true, admin = false } = {},
) {
  people += 1;
  const email = `person${people}@example.com`;
  await shop.identity.createAccount({ name: 'Grace Hopper', email, password, verified });
  const person = {
    email,
    visitor: new Visitor(shop.app, `203.0.113.${people}`),
    token: '',
    signIn: async (typed: string) =>
      (await person.visitor.post('/api/identity/sign-in/email', { email, password: typed }))
        .statusCode,
    comeIn: async () => {
      const { token } = (await person.visitor.get('/api/identity/token')).json();
      person.token = (
        await shop.request('PUT', `/api/users/${email}`, { token, body: { email } })
      ).body.accessToken;
    },
    change: async (currentPassword: string, newPassword: string) => {
      const answer = await person.visitor.post('/api/identity/change-password', {
        currentPassword,
        newPassword,
      });
      return [answer.statusCode, answer.json()];
    },
    resetCode: async () => {
      await new Visitor(shop.app).post('/api/identity/request-password-reset', { email });
      return codeIn(
        (await mailsTo(shop.db, email)).findLast(
          ({ subject }) => subject === 'Choose a new password',
        ),
      );
    },
    reset: async (token: string, newPassword: string) => {
      const answer = await new Visitor(shop.app).post('/api/identity/reset-password', {
        token,
        newPassword,
      });
      return [answer.statusCode, answer.json()];
    },
    works: async () => (await shop.request('GET', '/api/users', { token: person.token })).status,
    account: async () =>
      (await shop.request('GET', `/api/user/${email}`, { token: person.token })).body,
  };
  await person.signIn(password);
  await person.comeIn();
  if (admin) await grantAdmin(shop, email, byOperator);
  return person;
}

/** What `npm run admin -- list` says. */
const listed = async (shop: TestShop) =>
  (await parseCommand(['list'])?.({ ...shop, adminFactorGraceDays: undefined }))?.lines;

describe('a common password of an admin in a live shop', () => {
  it.each(['123456', 'Password1', '      ', 'underhood', 'hopper1906'])(
    'is refused when it is changed to, and nothing changes: %j',
    async (bad) => {
      const admin = await someone(live, { admin: true });
      const before = await mailsTo(live.db, admin.email);
      expect(await admin.change('bulk-order', bad)).toEqual(refusal);
      expect([await admin.works(), await mailsTo(live.db, admin.email)]).toEqual([200, before]);
      expect([await admin.signIn(bad), await admin.signIn('bulk-order')]).toEqual([401, 200]);
      expect(await admin.change('bulk-order', good)).toEqual([200, { done: true }]);
    },
  );

  it('is refused at a reset, and the mailed link takes a better one afterwards', async () => {
    const admin = await someone(live, { admin: true });
    const code = await admin.resetCode();
    expect(await admin.reset(code, 'iloveyou')).toEqual(refusal);
    expect([
      await admin.works(),
      await admin.signIn('iloveyou'),
      await admin.signIn('bulk-order'),
    ]).toEqual([200, 401, 200]);
    expect(await admin.reset(code, good)).toEqual([200, { done: true }]);
    expect([await admin.signIn('bulk-order'), await admin.signIn(good)]).toEqual([401, 200]);
    // A used link says so, whatever is typed.
    expect((await admin.reset(code, 'iloveyou'))[1]).toMatchObject({ error: 'link_invalid' });
  });

  it('is refused also where the power waits for the proof of the address', async () => {
    const admin = await someone(live, { admin: true, verified: false });
    expect(await admin.reset(await admin.resetCode(), 'iloveyou')).toEqual(refusal);
    expect(await admin.change('bulk-order', 'iloveyou')).toEqual(refusal);
  });
});

it('is taken of every customer, and of the admins of a demo', async () => {
  for (const person of [await someone(live), await someone(demo, { admin: true })]) {
    expect(await person.change('bulk-order', 'password')).toEqual([200, { done: true }]);
    expect(await person.reset(await person.resetCode(), '123456')).toEqual([200, { done: true }]);
    expect(await person.signIn('123456')).toBe(200);
    await person.comeIn();
    expect(await person.account()).not.toHaveProperty('passwordTooCommon');
  }
  expect(await listed(demo)).toEqual([`person${people}@example.com  Grace Hopper`]);
  const newcomer = new Visitor(live.app, '203.0.113.250');
  const registered = await newcomer.post('/api/identity/sign-up/email', {
    name: 'Ada',
    email: 'ada@example.com',
    password: '123456',
  });
  expect(registered.statusCode).toBe(200);
});

describe('somebody with a common password who is made an admin of a live shop', () => {
  it('has no power from when the password is typed again, on every browser, until there is a better one', async () => {
    const admin = await someone(live, { password: 'letmein', admin: true });
    // A hash does not say what it was made of.
    expect(await admin.works()).toBe(200);
    expect([await admin.signIn('wrong one'), await admin.works()]).toEqual([401, 200]);
    expect([await admin.signIn('letmein'), await admin.works()]).toEqual([200, 403]);
    await admin.comeIn();
    expect([await admin.works(), await admin.account()]).toEqual([
      403,
      expect.objectContaining({ role: 'admin', passwordTooCommon: true }),
    ]);
    expect(await listed(live)).toContain(
      `${admin.email}  Grace Hopper  (common password: no power)`,
    );
    // Whose password is worth guessing is told to nobody else.
    const other = await someone(live, { admin: true });
    const seen = await live.request('GET', `/api/user/${admin.email}`, { token: other.token });
    expect([seen.status, 'passwordTooCommon' in seen.body]).toEqual([200, false]);

    expect(await admin.change('letmein', good)).toEqual([200, { done: true }]);
    await admin.comeIn();
    expect(await admin.works()).toBe(200);
    expect(await admin.account()).not.toHaveProperty('passwordTooCommon');
    expect(await listed(live)).toContain(`${admin.email}  Grace Hopper`);
    await admin.signIn(good);
    expect(await admin.works()).toBe(200);
  });

  it('gets the power back by a reset, too', async () => {
    const admin = await someone(live, { password: 'letmein', admin: true });
    await admin.signIn('letmein');
    expect(await listed(live)).toContain(
      `${admin.email}  Grace Hopper  (common password: no power)`,
    );
    expect(await admin.reset(await admin.resetCode(), good)).toEqual([200, { done: true }]);
    expect(await listed(live)).toContain(`${admin.email}  Grace Hopper`);
    await admin.signIn(good);
    await admin.comeIn();
    expect(await admin.works()).toBe(200);
  });

  it('loses it also when the password is typed for a second factor, which it needs before long', async () => {
    const admin = await someone(live, { password: 'letmein', admin: true });
    expect(
      (await admin.visitor.post('/api/identity/two-factor/enable', { password: 'letmein' }))
        .statusCode,
    ).toBe(200);
    expect(await admin.works()).toBe(403);
  });
});
