import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { codeOfApp } from '#test/authenticator.ts';
import { continueWithGoogle, nonce } from '#test/google-contract.ts';
import { publicUrl } from '#test/harness.ts';
import { codeIn, mailsTo } from '#test/mailbox.ts';
import { useShop } from '#test/use-shop.ts';
import { Visitor } from '#test/visitor.ts';

const shop = await useShop();
// Codes change by this clock, when a test says so.
vi.useFakeTimers({ toFake: ['Date'] });
afterAll(() => void vi.useRealTimers());
beforeEach(() => nextCode());

const nextCode = () => vi.setSystemTime(Date.now() + 30_000);
const password = 'bulk-order';
let people = 0;

const ask = async (visitor: Visitor, path: string, body: object) => {
  const answer = await visitor.post(`/api/identity${path}`, body);
  return { status: answer.statusCode, body: answer.json() };
};

async function signIn(email: string, shown = password) {
  const visitor = new Visitor(shop.app, `203.0.113.${people}`);
  return { visitor, ...(await ask(visitor, '/sign-in/email', { email, password: shown })) };
}

async function someone(verified = true) {
  people += 1;
  const email = `careful${people}@example.com`;
  await shop.identity.createAccount({ name: 'Ada', email, password, verified });
  return { email, ...(await signIn(email)) };
}

/** Somebody with a second factor; `app` answers the current code. */
async function careful() {
  const { email, visitor } = await someone();
  const key = (await ask(visitor, '/two-factor/enable', { password })).body;
  const { recoveryCodes } = (
    await ask(visitor, '/two-factor/confirm', { code: codeOfApp(key.secret) })
  ).body;
  nextCode();
  return {
    email,
    visitor,
    recoveryCodes: recoveryCodes as string[],
    app: () => codeOfApp(key.secret),
  };
}

const isIn = async (visitor: Visitor) =>
  (await visitor.get('/api/identity/get-session')).json().user !== null;
const subjects = async (email: string) =>
  (await mailsTo(shop.db, email)).map(({ subject }) => subject);
/** Requests a reset; answers a function that sets the new password by the mail's code. */
async function resetBy(email: string) {
  const owner = new Visitor(shop.app);
  await ask(owner, '/request-password-reset', { email });
  const token = codeIn(
    (await mailsTo(shop.db, email)).find(({ subject }) => subject === 'Choose a new password'),
  );
  return () => ask(owner, '/reset-password', { token, newPassword: 'another one' });
}

/** A code that is not the app's at this moment, nor just before or after. */
const wrongFor = (app: () => string) => {
  const near = [-30_000, 0, 30_000].map((ms) => {
    vi.setSystemTime(Date.now() + ms);
    const code = app();
    vi.setSystemTime(Date.now() - ms);
    return code;
  });
  return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) ?? '';
};

describe('turning the second factor on', () => {
  it('takes the password and a code, ends every other session, shows the recovery codes and is told by mail', async () => {
    const { email, visitor } = await someone();
    const there = await signIn(email);
    const begun = await ask(visitor, '/two-factor/enable', { password });
    expect(begun.body).toEqual({
      uri: expect.stringContaining('otpauth://totp/Underhood:'),
      secret: expect.stringMatching(/^[A-Z2-7]{52}$/),
    });
    expect((await signIn(email)).body.user.email).toBe(email);
    const on = await ask(visitor, '/two-factor/confirm', { code: codeOfApp(begun.body.secret) });
    expect(on).toEqual({
      status: 200,
      body: { recoveryCodes: Array(10).fill(expect.stringMatching(/^[2-9a-z]{5}-[2-9a-z]{5}$/)) },
    });
    expect(new Set(on.body.recoveryCodes).size).toBe(10);
    expect([await isIn(visitor), await isIn(there.visitor)]).toEqual([true, false]);
    expect((await visitor.get('/api/identity/account')).json()).toEqual({
      password: true,
      secondFactor: true,
      recoveryCodesLeft: 10,
    });
    expect(await subjects(email)).toEqual(['Your sign-in asks for a code now']);
    const { rows } = await sql`select "secret", "backupCodes" from identity."twoFactor"`.execute(
      shop.db,
    );
    expect(JSON.stringify(rows)).not.toContain(on.body.recoveryCodes[0]);
  });

  it('is refused with a wrong password or code, to a guest, and while the address is not confirmed', async () => {
    const { visitor } = await someone();
    expect((await ask(visitor, '/two-factor/enable', { password: 'no idea' })).body.error).toBe(
      'wrong_password',
    );
    expect((await ask(visitor, '/two-factor/confirm', { code: '123456' })).body.error).toBe(
      'second_factor_off',
    );
    const { secret } = (await ask(visitor, '/two-factor/enable', { password })).body;
    for (const code of [wrongFor(() => codeOfApp(secret)), 'abcde-fghjk', '12345'])
      expect((await ask(visitor, '/two-factor/confirm', { code })).body.error).toBe('wrong_code');
    expect((await visitor.get('/api/identity/account')).json().secondFactor).toBe(false);
    expect((await ask(new Visitor(shop.app), '/two-factor/enable', { password })).body.error).toBe(
      'sign_in_required',
    );
    const unproven = await someone(false);
    expect((await ask(unproven.visitor, '/two-factor/enable', { password })).body.error).toBe(
      'address_unconfirmed',
    );
  });

  it('pressed twice at once works, and is refused when it is on', async () => {
    const { visitor } = await someone();
    const begun = await Promise.all(
      [1, 2].map(() => ask(visitor, '/two-factor/enable', { password })),
    );
    expect(begun.map(({ status }) => status)).toEqual([200, 200]);
    const { secret } = (await ask(visitor, '/two-factor/enable', { password })).body;
    expect((await ask(visitor, '/two-factor/confirm', { code: codeOfApp(secret) })).status).toBe(
      200,
    );
    nextCode();
    expect(
      (await ask(visitor, '/two-factor/confirm', { code: codeOfApp(secret) })).body.error,
    ).toBe('second_factor_on');
    expect((await ask(visitor, '/two-factor/enable', { password })).body.error).toBe(
      'second_factor_on',
    );
  });
});

describe('a sign-in with a second factor', () => {
  it('asks for the code after the password, and nobody is signed in before', async () => {
    const { email, app } = await careful();
    const { visitor, status, body } = await signIn(email);
    expect([status, body]).toEqual([200, { user: null, secondFactor: true }]);
    expect((await visitor.get('/api/identity/token')).statusCode).toBe(401);
    expect(await isIn(visitor)).toBe(false);
    const done = await ask(visitor, '/sign-in/code', {
      code: ` ${app().slice(0, 3)} ${app().slice(3)}`,
    });
    expect(done).toEqual({
      status: 200,
      body: { user: { email, name: 'Ada', emailVerified: true } },
    });
    expect((await visitor.get('/api/identity/token')).statusCode).toBe(200);
  });

  it('tells a wrong password as ever, and takes no code without one', async () => {
    const { email, app } = await careful();
    expect((await signIn(email, 'no idea')).body.error).toBe('wrong_password');
    expect((await ask(new Visitor(shop.app), '/sign-in/code', { code: app() })).body.error).toBe(
      'code_step_over',
    );
  });

  it('takes a code once, also of two that come at the same moment', async () => {
    const { email, app } = await careful();
    const browsers = await Promise.all([signIn(email), signIn(email)]);
    const together = await Promise.all(
      browsers.map(({ visitor }) => ask(visitor, '/sign-in/code', { code: app() })),
    );
    expect(together.map(({ status }) => String(status)).toSorted()).toEqual(['200', '401']);
    const later = await signIn(email);
    expect((await ask(later.visitor, '/sign-in/code', { code: app() })).body.error).toBe(
      'wrong_code',
    );
    nextCode();
    expect((await ask(later.visitor, '/sign-in/code', { code: app() })).status).toBe(200);
  });

  it('takes a recovery code once, however it is typed', async () => {
    const { email, recoveryCodes } = await careful();
    const [code = ''] = recoveryCodes;
    const first = await signIn(email);
    expect(
      (
        await ask(first.visitor, '/sign-in/code', {
          code: ` ${code.replace('-', ' ').toUpperCase()} `,
        })
      ).status,
    ).toBe(200);
    const second = await signIn(email);
    expect((await ask(second.visitor, '/sign-in/code', { code })).body.error).toBe('wrong_code');
    expect((await first.visitor.get('/api/identity/account')).json().recoveryCodesLeft).toBe(9);
  });

  it('takes five wrong codes, then wants the password again; ten in ten minutes, and tells the owner', async () => {
    const { email, app } = await careful();
    const wrong = wrongFor(app);
    const errors: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      const { visitor } = await signIn(email);
      for (let guess = 0; guess < 6; guess += 1)
        errors.push((await ask(visitor, '/sign-in/code', { code: wrong })).body.error);
    }
    const over = 'code_step_over';
    const five = Array(5).fill('wrong_code');
    expect(errors).toEqual([
      ...five,
      over,
      ...five.slice(1),
      'too_many_requests',
      'too_many_requests',
    ]);
    expect(await subjects(email)).toEqual([
      'Many wrong codes at your sign-in',
      'Your sign-in asks for a code now',
    ]);
    const owner = await signIn(email);
    expect((await ask(owner.visitor, '/sign-in/code', { code: app() })).status).toBe(429);
    shop.clock.advance(601_000);
    expect((await ask(owner.visitor, '/sign-in/code', { code: app() })).status).toBe(200);
  });

  it('belongs to the browser that has the password, whoever else is signed in there', async () => {
    const { email, app } = await careful();
    const other = await careful();
    const { visitor } = await signIn(email);
    const session = `identity.session_token=${other.visitor.cookie('identity.session_token')}`;
    const step = `identity.two_factor=${visitor.cookie('identity.two_factor')}`;
    const answer = await new Visitor(shop.app).post(
      '/api/identity/sign-in/code',
      { code: app() },
      { cookie: `${session}; ${step}` },
    );
    expect(answer.json().user.email).toBe(email);
  });

  it('is asked for by a reset too, and a step that was begun before it is over', async () => {
    const { email, app } = await careful();
    const thief = await signIn(email);
    expect((await (await resetBy(email))()).status).toBe(200);
    expect((await ask(thief.visitor, '/sign-in/code', { code: app() })).body.error).toBe(
      'code_step_over',
    );
    expect((await signIn(email, 'another one')).body).toEqual({ user: null, secondFactor: true });
  });

  it('by code does not outrun a reset', { timeout: 120_000 }, async () => {
    for (let round = 0; round < 4; round += 1) {
      const { email, app } = await careful();
      const thief = await signIn(email);
      const reset = await resetBy(email);
      await Promise.all([reset(), ask(thief.visitor, '/sign-in/code', { code: app() })]);
      expect([round, await isIn(thief.visitor)]).toEqual([round, false]);
    }
  });

  it('with Google asks for the code as well', async () => {
    const { email, app } = await careful();
    const visitor = new Visitor(shop.app);
    const end = await continueWithGoogle(visitor, { do: 'continue', email, name: 'Ada' });
    expect(end).toBe(`${publicUrl}/google-done?nonce=${nonce}&mode=popup&error=code_needed`);
    expect(await isIn(visitor)).toBe(false);
    expect((await ask(visitor, '/sign-in/code', { code: app() })).body.user.email).toBe(email);
  });
});

describe('turning the second factor off', () => {
  it('takes the password and a code, keeps this browser only, and is told by mail', async () => {
    const { email, visitor, app } = await careful();
    const there = await signIn(email);
    await ask(there.visitor, '/sign-in/code', { code: app() });
    nextCode();
    for (const [body, error] of [
      [{ password: 'no idea', code: app() }, 'wrong_password'],
      [{ password, code: wrongFor(app) }, 'wrong_code'],
    ] as const)
      expect((await ask(visitor, '/two-factor/disable', body)).body.error).toBe(error);
    expect(await ask(visitor, '/two-factor/disable', { password, code: app() })).toEqual({
      status: 200,
      body: { done: true },
    });
    expect([await isIn(visitor), await isIn(there.visitor)]).toEqual([true, false]);
    expect((await signIn(email)).body.user.email).toBe(email);
    expect((await subjects(email)).at(-1)).toBe('Your sign-in asks for no code any more');
    expect((await ask(visitor, '/two-factor/disable', { password, code: app() })).body.error).toBe(
      'second_factor_off',
    );
    expect((await ask(visitor, '/two-factor/enable', { password })).status).toBe(200);
  });

  it('takes a recovery code as well, and is no place to guess codes', async () => {
    const { visitor, app, recoveryCodes } = await careful();
    const wrong = wrongFor(app);
    const statuses = [];
    for (let guess = 0; guess < 11; guess += 1)
      statuses.push((await ask(visitor, '/two-factor/disable', { password, code: wrong })).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    shop.clock.advance(601_000);
    expect(
      (await ask(visitor, '/two-factor/disable', { password, code: recoveryCodes[3] })).status,
    ).toBe(200);
  });
});

it('writes down who turned it on and off, and every wrong code as one of many', async () => {
  const { email, visitor, app } = await careful();
  const { token } = (await visitor.get('/api/identity/token')).json();
  await shop.request('PUT', `/api/users/${email}`, { token, body: { email } });
  for (const code of [wrongFor(app), wrongFor(app)])
    await ask(visitor, '/two-factor/disable', { password, code });
  await ask(visitor, '/two-factor/disable', { password, code: app() });
  const events = await shop.db
    .selectFrom('security_events as event')
    .innerJoin('users', 'users.id', 'event.user_id')
    .select(['event.kind', 'event.times'])
    .where('users.email', '=', email)
    .where('event.kind', 'like', 'second_factor%')
    .orderBy('event.id')
    .execute();
  expect(events).toEqual([
    { kind: 'second_factor_failed', times: 2 },
    { kind: 'second_factor_off', times: 1 },
  ]);
});
