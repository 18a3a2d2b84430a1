import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { publicUrl, startShop } from '#test/harness.ts';
import { codeIn, linkIn, mailsTo } from '#test/mailbox.ts';
import { useShop } from '#test/use-shop.ts';
import { Visitor } from '#test/visitor.ts';

const shop = await useShop();

let people = 0;
/** Registers somebody new; answers their browser. */
async function registered(): Promise<{ visitor: Visitor; email: string; password: string }> {
  people += 1;
  const email = `buyer${people}@example.com`;
  const password = 'bulk-order';
  const visitor = new Visitor(shop.app, `203.0.113.${people}`);
  const answer = await visitor.post('/api/identity/sign-up/email', {
    name: `Buyer ${people}`,
    email,
    password,
  });
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { user: { email, name: `Buyer ${people}`, emailVerified: false } },
  ]);
  return { visitor, email, password };
}

async function signIn(email: string, password: string, visitor = new Visitor(shop.app)) {
  const answer = await visitor.post('/api/identity/sign-in/email', { email, password });
  return { status: answer.statusCode, body: answer.json() };
}

describe('registering', () => {
  it('signs in and asks for a verification by one mail whose link opens our own page', async () => {
    const { visitor, email } = await registered();
    const mails = await mailsTo(shop.db, email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Confirm your e-mail address']);
    expect(linkIn(mails[0]).origin + linkIn(mails[0]).pathname).toBe(`${publicUrl}/verify-email`);
    expect((await visitor.get('/api/identity/get-session')).json().user.email).toBe(email);
  });

  it('says that an address is in use, whatever its case', async () => {
    const { email } = await registered();
    const answer = await new Visitor(shop.app).post('/api/identity/sign-up/email', {
      name: 'Somebody',
      email: ` ${email.toUpperCase()}`,
      password: 'another',
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      { error: 'email_in_use', message: 'User account already exists!' },
    ]);
  });

  it('makes one account of two registrations at the same moment', async () => {
    const body = { name: 'Twice', email: 'twice@example.com', password: 'bulk-order' };
    const answers = await Promise.all(
      [1, 2, 3].map(() => new Visitor(shop.app).post('/api/identity/sign-up/email', body)),
    );
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual([
      '200',
      '422',
      '422',
    ]);
    expect(await mailsTo(shop.db, body.email)).toHaveLength(1);
  });

  it('refuses a password of five characters, an address that is none, and a name with a line break', async () => {
    const visitor = new Visitor(shop.app);
    const good = { name: 'Ada', email: 'ada@example.com', password: 'bulk-order' };
    const refusals = [
      { password: 'five5' },
      { email: 'ada at example' },
      { email: 'ada@example.com\r\nBcc: x@example.com' },
      { name: 'Ada\nX: y' },
    ];
    const answers = [];
    for (const bad of refusals)
      answers.push(
        (await visitor.post('/api/identity/sign-up/email', { ...good, ...bad })).json().error,
      );
    expect(answers).toEqual(['weak_password', 'invalid_email', 'invalid_email', 'bad_request']);
    expect(await mailsTo(shop.db, good.email)).toEqual([]);
    expect(
      (await visitor.post('/api/identity/sign-up/email', { ...good, password: 'sixsix' }))
        .statusCode,
    ).toBe(200);
  });

  it('takes passwords of 6 to 128 characters, and says of a longer one that it is too long', async () => {
    const good = { name: 'Ada', email: 'long.password@example.com', password: 'x'.repeat(128) };
    const tooLong = { ...good, password: 'x'.repeat(129) };
    const refusal = [
      422,
      { error: 'password_too_long', message: 'Must be 128 characters or shorter' },
    ];
    for (const path of ['sign-up/email', 'sign-in/email']) {
      const answer = await new Visitor(shop.app).post(`/api/identity/${path}`, tooLong);
      expect([answer.statusCode, answer.json()]).toEqual(refusal);
    }
    const reset = await new Visitor(shop.app).post('/api/identity/reset-password', {
      token: 'x',
      newPassword: tooLong.password,
    });
    expect([reset.statusCode, reset.json()]).toEqual(refusal);
    expect((await new Visitor(shop.app).post('/api/identity/sign-up/email', good)).statusCode).toBe(
      200,
    );
    expect((await signIn(good.email, good.password)).status).toBe(200);
  });

  it('never writes the name somebody chose into the mail to the address they chose', async () => {
    await new Visitor(shop.app).post('/api/identity/sign-up/email', {
      name: 'Win http://evil.example now',
      email: 'victim@example.com',
      password: 'bulk-order',
    });
    expect((await mailsTo(shop.db, 'victim@example.com'))[0]?.text).not.toContain('evil');
  });
});

describe('signing in', () => {
  it('tells a wrong password from an unknown account (Spec §8)', async () => {
    const { email } = await registered();
    expect(await signIn(email, 'wrong')).toEqual({
      status: 401,
      body: { error: 'wrong_password', message: 'Password incorrect.' },
    });
    expect(await signIn('nobody@example.com', 'wrong')).toEqual({
      status: 401,
      body: { error: 'user_not_found', message: 'Account does not exist' },
    });
  });

  it('keeps the session in a cookie that scripts and other addresses never see, and out of the answer', async () => {
    const { email, password } = await registered();
    const visitor = new Visitor(shop.app);
    const answer = await visitor.post('/api/identity/sign-in/email', { email, password });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/; Path=\/api\/identity; HttpOnly; SameSite=Lax/);
    const value = /session_token=([^.;]+)/.exec(cookie)?.[1] ?? 'no session';
    expect(answer.body).not.toContain(value);
    expect((await visitor.get('/api/identity/get-session')).body).not.toContain(value);
  });

  it('is refused from a page of another origin', async () => {
    const { email, password } = await registered();
    const answer = await new Visitor(shop.app).post(
      '/api/identity/sign-in/email',
      { email, password },
      { origin: 'https://evil.example' },
    );
    expect([answer.statusCode, answer.json().error]).toEqual([403, 'not_allowed']);
  });

  it('ends with sign-out', async () => {
    const { visitor } = await registered();
    const { token } = (await visitor.get('/api/identity/token')).json();
    expect((await visitor.post('/api/identity/sign-out', {})).statusCode).toBe(200);
    expect((await visitor.get('/api/identity/token')).statusCode).toBe(401);
    expect((await visitor.get('/api/identity/get-session')).json()).toEqual({ user: null });
    expect(await shop.identity.verify(token)).toBeUndefined();
  });
});

describe('confirming an address', () => {
  it('happens with the code of the mail, by a request that is no mere visit', async () => {
    const { visitor, email } = await registered();
    const token = codeIn((await mailsTo(shop.db, email))[0]);
    expect(
      (await new Visitor(shop.app).get(`/api/identity/verify-email?token=${token}`)).statusCode,
    ).toBe(404);
    expect((await visitor.post('/api/identity/verify-email', { token })).json()).toEqual({
      done: true,
    });
    expect((await visitor.get('/api/identity/get-session')).json().user.emailVerified).toBe(true);
  });

  it('is said to be done already when the code comes again', async () => {
    const { visitor, email } = await registered();
    const token = codeIn((await mailsTo(shop.db, email))[0]);
    await visitor.post('/api/identity/verify-email', { token });
    const again = await new Visitor(shop.app).post('/api/identity/verify-email', { token });
    expect([again.statusCode, again.json().error]).toEqual([409, 'email_verified']);
  });

  it('is refused to whoever is neither signed in as it nor has its password', async () => {
    const { visitor, email } = await registered();
    const other = await registered();
    const token = codeIn((await mailsTo(shop.db, email))[0]);
    for (const [who, shown, error] of [
      [new Visitor(shop.app), {}, 'proof_needed'],
      [other.visitor, {}, 'proof_needed'],
      [new Visitor(shop.app), { password: 'no idea' }, 'wrong_password'],
    ] as const) {
      const answer = await who.post('/api/identity/verify-email', { token, ...shown });
      expect([answer.statusCode, answer.json().error]).toEqual([401, error]);
    }
    expect((await visitor.get('/api/identity/get-session')).json().user.emailVerified).toBe(false);
  });

  it('with the password signs in here, and ends the sessions of before', async () => {
    const { visitor, email, password } = await registered();
    const token = codeIn((await mailsTo(shop.db, email))[0]);
    const elsewhere = new Visitor(shop.app, '203.0.113.200');
    expect(
      (await elsewhere.post('/api/identity/verify-email', { token, password })).json(),
    ).toEqual({ done: true });
    expect((await elsewhere.get('/api/identity/get-session')).json().user).toMatchObject({
      email,
      emailVerified: true,
    });
    expect((await visitor.get('/api/identity/get-session')).json()).toEqual({ user: null });
  });

  it('guesses no password: the attempts count as those of a sign-in', async () => {
    const { email } = await registered();
    const token = codeIn((await mailsTo(shop.db, email))[0]);
    const guesser = new Visitor(shop.app, '203.0.113.201');
    const statuses = [];
    for (let guess = 0; guess < 11; guess += 1)
      statuses.push(
        (await guesser.post('/api/identity/verify-email', { token, password: `guess ${guess}` }))
          .statusCode,
      );
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  it('is refused with an invented or changed code', async () => {
    const { visitor, email } = await registered();
    const token = codeIn((await mailsTo(shop.db, email))[0]);
    const [head, , signature] = token.split('.');
    const payload = Buffer.from(JSON.stringify({ email, exp: 4_102_444_800 })).toString(
      'base64url',
    );
    for (const bad of [
      'x',
      `${head}.${payload}.${signature}`,
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
    ]) {
      const answer = await visitor.post('/api/identity/verify-email', { token: bad });
      expect([answer.statusCode, answer.json().error]).toEqual([400, 'link_invalid']);
    }
    expect((await visitor.get('/api/identity/get-session')).json().user.emailVerified).toBe(false);
  });

  it('can be asked for again, by its owner only', async () => {
    const { visitor, email } = await registered();
    const other = await registered();
    expect(
      (await visitor.post('/api/identity/send-verification-email', { email })).statusCode,
    ).toBe(200);
    expect(
      (await visitor.post('/api/identity/send-verification-email', { email: other.email })).json()
        .error,
    ).toBe('not_allowed');
    expect(await mailsTo(shop.db, other.email)).toHaveLength(1);
  });
});

describe('a forgotten password', () => {
  it('is replaced once by the code of the mail, ends every session and proves the mailbox', async () => {
    const { visitor, email } = await registered();
    const stranger = new Visitor(shop.app);
    expect((await stranger.post('/api/identity/request-password-reset', { email })).json()).toEqual(
      { done: true },
    );
    const mail = (await mailsTo(shop.db, email)).find(
      ({ subject }) => subject === 'Choose a new password',
    );
    expect(linkIn(mail).origin + linkIn(mail).pathname).toBe(`${publicUrl}/reset-password`);

    const body = { token: codeIn(mail), newPassword: 'a new one' };
    expect((await stranger.post('/api/identity/reset-password', body)).json()).toEqual({
      done: true,
    });
    expect((await visitor.get('/api/identity/get-session')).json()).toEqual({ user: null });
    expect((await signIn(email, 'bulk-order')).body.error).toBe('wrong_password');
    expect((await signIn(email, 'a new one')).body.user).toMatchObject({
      email,
      emailVerified: true,
    });
    expect((await stranger.post('/api/identity/reset-password', body)).json().error).toBe(
      'link_invalid',
    );
  });

  it('ends the codes that were mailed before', async () => {
    const { visitor, email } = await registered();
    for (let times = 0; times < 2; times += 1)
      await visitor.post('/api/identity/request-password-reset', { email });
    const mails = (await mailsTo(shop.db, email)).filter(
      ({ subject }) => subject === 'Choose a new password',
    );
    const reset = async (code: string, newPassword: string) => {
      const body = { token: code, newPassword };
      const answer = await new Visitor(shop.app).post('/api/identity/reset-password', body);
      return answer.statusCode;
    };
    const [one = '', other = ''] = mails.map(codeIn);
    expect(await reset(one, 'of-the-owner')).toBe(200);
    expect(await reset(other, 'of-a-thief')).not.toBe(200);
    expect((await signIn(email, 'of-the-owner')).status).toBe(200);
  });

  it('has a code that whoever reads the database cannot use', async () => {
    const { visitor, email } = await registered();
    await visitor.post('/api/identity/request-password-reset', { email });
    const code = codeIn(
      (await mailsTo(shop.db, email)).find(({ subject }) => subject === 'Choose a new password'),
    );
    const { rows } = await sql`select * from identity."verification"`.execute(shop.db);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('of an unknown account gets the same answer and no mail', async () => {
    const answer = await new Visitor(shop.app).post('/api/identity/request-password-reset', {
      email: 'nobody@example.com',
    });
    expect([answer.statusCode, answer.json()]).toEqual([200, { done: true }]);
    expect(await mailsTo(shop.db, 'nobody@example.com')).toEqual([]);
  });

  it('is mailed a link to the shop, whatever the Host and forwarded headers say', async () => {
    // The demo does not even answer as somebody else.
    const live = await startShop({ mode: 'live' });
    const email = 'buyer@example.com';
    await new Visitor(live.app).post('/api/identity/sign-up/email', {
      name: 'Buyer',
      email,
      password: 'bulk-order',
    });
    await new Visitor(live.app).post(
      '/api/identity/request-password-reset',
      { email },
      {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        forwarded: 'host=evil.example',
      },
    );
    const texts = (await mailsTo(live.db, email)).map(({ text }) => text).join();
    expect(texts).toContain(`${publicUrl}/reset-password#token=`);
    expect(texts).not.toContain('evil.example');
    await live.close();
  });
});

it('changes the display name of whoever is signed in, and of nobody else', async () => {
  const { visitor } = await registered();
  expect(
    (await visitor.post('/api/identity/update-user', { name: 'New Name', emailVerified: true }))
      .statusCode,
  ).toBe(200);
  expect((await visitor.get('/api/identity/get-session')).json().user).toMatchObject({
    name: 'New Name',
    emailVerified: false,
  });
  expect(
    (await new Visitor(shop.app).post('/api/identity/update-user', { name: 'X' })).json().error,
  ).toBe('sign_in_required');
});

it("makes the demo's accounts once", async () => {
  const account = {
    name: 'Demo',
    email: 'demo.account@example.com',
    password: 'demo-pass',
    verified: true,
  };
  const first = await shop.identity.createAccount(account);
  expect(await shop.identity.createAccount(account)).toEqual(first);
  expect((await signIn(account.email, account.password)).body.user).toEqual({
    email: account.email,
    name: 'Demo',
    emailVerified: true,
  });
});
