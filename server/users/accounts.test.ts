import { describe, expect, it } from 'vitest';
import { codeIn, mailsTo } from '#test/mailbox.ts';
import { useShop } from '#test/use-shop.ts';
import { Visitor } from '#test/visitor.ts';

const shop = await useShop();

const hours = 3_600_000;
let people = 0;

/** Registers somebody at the identity service; answers what they need to come to the shop. */
async function registered(email = `new${(people += 1)}@example.com`) {
  const visitor = new Visitor(shop.app, `203.0.113.${people}`);
  await visitor.post('/api/identity/sign-up/email', {
    name: 'Ada Buyer',
    email,
    password: 'bulk-order',
  });
  return { visitor, email, idToken: await identityToken(visitor) };
}

async function identityToken(visitor: Visitor): Promise<string> {
  return (await visitor.get('/api/identity/token')).json().token;
}

function put(
  email: string,
  token: string | undefined,
  body: object = { email, name: 'Ada Buyer' },
) {
  return shop.request('PUT', `/api/users/${encodeURIComponent(email)}`, {
    body,
    ...(token === undefined ? {} : { token }),
  });
}

const rowsOf = (email: string) =>
  shop.db.selectFrom('users').selectAll().where('email', '=', email).execute();
const refused = (error: string) => ({
  result: { acknowledged: false },
  error,
  message: expect.any(String),
});

describe('coming to the shop with an identity token', () => {
  it('stores the account and gives an access token that opens it for twelve hours', async () => {
    const { email, idToken } = await registered();
    const answer = await put(email, idToken);
    const expiresAt = new Date(shop.clock.now().getTime() + 12 * hours).toISOString();
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        result: { acknowledged: true },
        accessToken: expect.stringMatching(/^[\w-]{43}$/),
        expiresAt,
      },
    ]);
    const { accessToken } = answer.body;
    const me = await shop.request('GET', `/api/user/${email}`, { token: accessToken });
    expect([me.status, me.body]).toEqual([
      200,
      {
        _id: expect.any(String),
        email,
        emailVerified: false,
        name: 'Ada Buyer',
        role: null,
        phone: '',
        address: '',
        education: '',
        linkedin: '',
        createdAt: shop.clock.now().toISOString(),
        blockedAt: null,
      },
    ]);
    shop.clock.advance(12 * hours);
    const late = await shop.request('GET', `/api/user/${email}`, { token: accessToken });
    expect([late.status, late.body.error]).toEqual([401, 'session_expired']);
  });

  it('keeps the token nowhere in clear', async () => {
    const { email, idToken } = await registered();
    const { accessToken } = (await put(email, idToken)).body;
    const rows = await shop.db.selectFrom('access_tokens').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(accessToken);
  });

  it('keeps the profile and the name on the next sign-in', async () => {
    const { email, visitor, idToken } = await registered();
    const { accessToken } = (await put(email, idToken)).body;
    await put(email, accessToken, { name: 'Ada the Buyer', phone: '+44 20 7946 0111' });
    await put(email, await identityToken(visitor), { email, name: 'Ada Buyer' });
    expect(await rowsOf(email)).toMatchObject([
      { name: 'Ada the Buyer', phone: '+44 20 7946 0111' },
    ]);
  });

  it('makes one account of several sign-ins at once', async () => {
    const { email, idToken } = await registered();
    const answers = await Promise.all([1, 2, 3, 4].map(() => put(email, idToken)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await rowsOf(email)).toHaveLength(1);
  });

  it('is refused, and stores nothing, without proof', async () => {
    const email = 'no.proof@example.com';
    for (const [token, error] of [
      [undefined, 'sign_in_required'],
      ['invented', 'session_expired'],
      ['a.b.c', 'identity_invalid'],
    ] as const) {
      const answer = await put(email, token);
      expect([answer.status, answer.body]).toEqual([401, refused(error)]);
    }
    expect(await rowsOf(email)).toEqual([]);
  });

  it('is refused for an address that is not its own', async () => {
    const { idToken } = await registered();
    const answer = await put('somebody.else@example.com', idToken);
    expect([answer.status, answer.body]).toEqual([403, refused('not_allowed')]);
    expect(await rowsOf('somebody.else@example.com')).toEqual([]);
  });

  it('is refused after a sign-out at the identity service', async () => {
    const { email, visitor, idToken } = await registered();
    await visitor.post('/api/identity/sign-out', {});
    expect((await put(email, idToken)).body).toEqual(refused('identity_invalid'));
  });
});

describe('the profile', () => {
  it('takes its five fields and ignores role, id and address', async () => {
    const { email, idToken } = await registered();
    const { accessToken } = (await put(email, idToken)).body;
    const edit = {
      phone: '1',
      address: 'Line one\nLine two',
      education: 'BSc',
      linkedin: 'https://www.linkedin.com/in/ada',
    };
    const answer = await put(email, accessToken, {
      ...edit,
      role: 'admin',
      _id: 'x',
      email: 'other@example.com',
      emailVerified: true,
    });
    expect([answer.status, answer.body]).toEqual([200, { result: { acknowledged: true } }]);
    expect(
      (await shop.request('GET', `/api/user/${email}`, { token: accessToken })).body,
    ).toMatchObject({
      ...edit,
      email,
      role: null,
      emailVerified: false,
    });
  });

  it('refuses a link that could run a script', async () => {
    const { email, idToken } = await registered();
    const { accessToken } = (await put(email, idToken)).body;
    const answer = await put(email, accessToken, { linkedin: 'javascript:alert(1)' });
    expect([answer.status, answer.body.error]).toEqual([422, 'invalid_input']);
  });

  it('can be neither read nor written by another customer, but read by an admin', async () => {
    const { email, idToken } = await registered();
    await put(email, idToken);
    const stranger = await shop.person('Stranger');
    expect((await put(email, stranger.token, { phone: '666' })).status).toBe(403);
    expect((await shop.request('GET', `/api/user/${email}`, { as: stranger })).status).toBe(403);
    expect((await shop.request('GET', `/api/user/${email}`)).status).toBe(401);
    const admin = await shop.person('Boss', { role: 'admin' });
    expect((await shop.request('GET', `/api/user/${email}`, { as: admin })).body).toMatchObject({
      email,
      phone: '',
    });
    expect((await shop.request('GET', '/api/user/nobody@example.com', { as: admin })).status).toBe(
      404,
    );
  });
});

describe('the end of access tokens', () => {
  it('comes with sign-out, for this token only', async () => {
    const { email, visitor, idToken } = await registered();
    const first = (await put(email, idToken)).body.accessToken;
    const second = (await put(email, await identityToken(visitor))).body.accessToken;
    expect((await shop.request('POST', '/api/sign-out', { token: first })).body).toEqual({
      acknowledged: true,
    });
    expect((await shop.request('GET', `/api/user/${email}`, { token: first })).status).toBe(401);
    expect((await shop.request('GET', `/api/user/${email}`, { token: second })).status).toBe(200);
  });

  it('comes with a password reset, for all of them', async () => {
    const { email, visitor, idToken } = await registered();
    const { accessToken } = (await put(email, idToken)).body;
    await visitor.post('/api/identity/request-password-reset', { email });
    const mail = (await mailsTo(shop.db, email)).find(
      ({ subject }) => subject === 'Choose a new password',
    );
    const reset = await visitor.post('/api/identity/reset-password', {
      token: codeIn(mail),
      newPassword: 'a new one',
    });
    expect(reset.statusCode).toBe(200);
    expect((await shop.request('GET', `/api/user/${email}`, { token: accessToken })).status).toBe(
      401,
    );
    expect((await put(email, idToken)).status).toBe(401);
  });
});

it('knows that an address was confirmed as soon as it was', async () => {
  const { email, visitor, idToken } = await registered();
  const { accessToken } = (await put(email, idToken)).body;
  await visitor.post('/api/identity/verify-email', {
    token: codeIn((await mailsTo(shop.db, email))[0]),
  });
  expect(
    (await shop.request('GET', `/api/user/${email}`, { token: accessToken })).body.emailVerified,
  ).toBe(true);
});
