import { describe, expect, it } from 'vitest';
import { codeIn, mailsTo } from '#test/mailbox.ts';
import { continueWithGoogle } from '#test/google-contract.ts';
import { useShop } from '#test/use-shop.ts';
import { Visitor } from '#test/visitor.ts';

const shop = await useShop();

const password = 'bulk-order';
let people = 0;

/** Somebody with a confirmed address. */
async function owner(): Promise<string> {
  people += 1;
  const email = `owner${people}@example.com`;
  await shop.identity.createAccount({ name: 'Ada', email, password, verified: true });
  return email;
}

const agents = {
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  safari:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
};

async function signIn(email: string, shown = password, agent = agents.firefox) {
  const visitor = new Visitor(shop.app, `203.0.113.${people}`);
  const answer = await visitor.post(
    '/api/identity/sign-in/email',
    { email, password: shown },
    { 'user-agent': agent },
  );
  return { visitor, status: answer.statusCode, error: answer.json().error };
}

/** Signs in at the shop; answers a function that tells the status of a call with the access token. */
async function accessOf(visitor: Visitor, email: string): Promise<() => Promise<number>> {
  const { token } = (await visitor.get('/api/identity/token')).json();
  const { accessToken } = (
    await shop.request('PUT', `/api/users/${email}`, { token, body: { email } })
  ).body;
  return async () =>
    (await shop.request('GET', `/api/user/${email}`, { token: accessToken })).status;
}

const isIn = async (visitor: Visitor) =>
  (await visitor.get('/api/identity/get-session')).json().user !== null;
const eventsOf = async (email: string) =>
  (
    await shop.db
      .selectFrom('security_events as event')
      .innerJoin('users', 'users.id', 'event.user_id')
      .select('event.kind')
      .where('users.email', '=', email)
      .where('event.kind', 'in', ['password_changed', 'sessions_ended'])
      .execute()
  ).map(({ kind }) => kind);

describe('changing the password while signed in', () => {
  const change = (visitor: Visitor, body: object) =>
    visitor.post('/api/identity/change-password', body);

  it('ends every other session and every access token, goes on in this browser, and is told by mail', async () => {
    const email = await owner();
    const [here, there] = [await signIn(email), await signIn(email)];
    const opens = [await accessOf(here.visitor, email), await accessOf(there.visitor, email)];
    const answer = await change(here.visitor, {
      currentPassword: password,
      newPassword: 'another one',
    });
    expect([answer.statusCode, answer.json()]).toEqual([200, { done: true }]);
    expect([await isIn(here.visitor), await isIn(there.visitor)]).toEqual([true, false]);
    expect(await Promise.all(opens.map((opened) => opened()))).toEqual([401, 401]);
    expect(await (await accessOf(here.visitor, email))()).toBe(200);
    expect([(await signIn(email)).error, (await signIn(email, 'another one')).status]).toEqual([
      'wrong_password',
      200,
    ]);
    expect((await mailsTo(shop.db, email)).map(({ subject }) => subject)).toEqual([
      'Your password was changed',
    ]);
    expect(await eventsOf(email)).toEqual(['password_changed']);
  });

  it('leaves whoever copied the cookie of this browser outside', async () => {
    const email = await owner();
    const { visitor } = await signIn(email);
    const copied = visitor.cookie('identity.session_token') ?? '';
    await change(visitor, { currentPassword: password, newPassword: 'another one' });
    const thief = await new Visitor(shop.app).get('/api/identity/get-session', {
      cookie: `identity.session_token=${copied}`,
    });
    expect(thief.json()).toEqual({ user: null });
  });

  it('is refused with a wrong password, one that is too short, and to a guest, and changes nothing', async () => {
    const email = await owner();
    const { visitor } = await signIn(email);
    const there = await signIn(email);
    for (const [who, body, refusal] of [
      [
        visitor,
        { currentPassword: 'no idea', newPassword: 'another one' },
        [401, 'wrong_password', 'Password incorrect.'],
      ],
      [
        visitor,
        { currentPassword: password, newPassword: 'five5' },
        [422, 'weak_password', 'Must be 6 character or longer'],
      ],
      [
        new Visitor(shop.app),
        { currentPassword: password, newPassword: 'another one' },
        [401, 'sign_in_required', 'Please sign in first.'],
      ],
    ] as const) {
      const answer = await change(who, body);
      expect([answer.statusCode, answer.json().error, answer.json().message]).toEqual(refusal);
    }
    expect([await isIn(there.visitor), (await signIn(email)).status]).toEqual([true, 200]);
    expect(await mailsTo(shop.db, email)).toEqual([]);
  });

  it('guesses no password: its attempts count as those of a sign-in from this browser', async () => {
    const email = await owner();
    const { visitor } = await signIn(email);
    const statuses = [];
    for (let guess = 0; guess < 11; guess += 1)
      statuses.push(
        (await change(visitor, { currentPassword: `guess ${guess}`, newPassword: 'another one' }))
          .statusCode,
      );
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    expect(
      (await visitor.post('/api/identity/sign-in/email', { email, password })).statusCode,
    ).toBe(429);
  });

  it('of an account that only knows Google is refused with the way to a first password', async () => {
    const visitor = new Visitor(shop.app);
    const email = 'only.google@example.com';
    await continueWithGoogle(visitor, { do: 'continue', email, name: 'Grace' });
    const refused = await change(visitor, { currentPassword: 'none', newPassword: 'another one' });
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'no_password']);
    expect((await visitor.get('/api/identity/account')).json()).toEqual({
      password: false,
      secondFactor: false,
      recoveryCodesLeft: 0,
    });
    await visitor.post('/api/identity/request-password-reset', { email });
    const mail = (await mailsTo(shop.db, email)).find(
      ({ subject }) => subject === 'Choose a new password',
    );
    await visitor.post('/api/identity/reset-password', {
      token: codeIn(mail),
      newPassword: 'a first one',
    });
    expect((await signIn(email, 'a first one')).status).toBe(200);
  });

  it('by a thief does not outrun a reset by the owner', { timeout: 240_000 }, async () => {
    for (let round = 0; round < 12; round += 1) {
      const email = await owner();
      const thieves = await Promise.all([1, 2, 3, 4, 5, 6].map(() => signIn(email)));
      await new Visitor(shop.app).post('/api/identity/request-password-reset', { email });
      const token = codeIn((await mailsTo(shop.db, email)).at(-1));
      const steal = ({ visitor }: { visitor: Visitor }) =>
        change(visitor, { currentPassword: password, newPassword: "the thief's" });
      // Somewhere among them, a little later each round.
      const before = thieves.slice(0, round % 6).map(steal);
      const reset = new Visitor(shop.app).post('/api/identity/reset-password', {
        token,
        newPassword: "the owner's",
      });
      const after = thieves.slice(round % 6).map(steal);
      await Promise.all([...before, reset, ...after]);
      const inside = await Promise.all(thieves.map(({ visitor }) => isIn(visitor)));
      const passwords = [
        (await signIn(email, "the thief's")).status,
        (await signIn(email, "the owner's")).status,
      ];
      expect([round, inside.includes(true), passwords]).toEqual([round, false, [401, 200]]);
    }
  });
});

describe("an account's sessions", () => {
  const sessionsOf = async (visitor: Visitor) =>
    (await visitor.get('/api/identity/sessions')).json().sessions;

  it('are listed with this browser first, in plain words, and nothing that could be used or says where from', async () => {
    const email = await owner();
    await signIn(email, password, agents.safari);
    const { visitor } = await signIn(email);
    const answer = await visitor.get('/api/identity/sessions');
    const moment = expect.stringMatching(/^\d{4}-.*Z$/);
    const id = expect.any(String);
    expect(answer.json()).toEqual({
      sessions: [
        { id, here: true, since: moment, lastSeen: moment, browser: 'Firefox on Linux' },
        { id, here: false, since: moment, lastSeen: moment, browser: 'Safari on iPhone or iPad' },
      ],
    });
    const [secret = ''] = decodeURIComponent(visitor.cookie('identity.session_token') ?? '').split(
      '.',
    );
    expect(secret).not.toBe('');
    expect(answer.body).not.toContain(secret);
    expect(answer.body).not.toContain('203.0.113');
    expect((await new Visitor(shop.app).get('/api/identity/sessions')).statusCode).toBe(401);
  });

  it('end one by one with their access tokens, and only by their owner', async () => {
    const email = await owner();
    const [here, there] = [await signIn(email), await signIn(email)];
    const opens = await accessOf(there.visitor, email);
    const id = (await sessionsOf(here.visitor)).find(
      (session: { here: boolean }) => !session.here,
    ).id;
    const stranger = await signIn(await owner());
    expect((await stranger.visitor.post('/api/identity/end-session', { id })).json()).toEqual({
      done: true,
    });
    expect(await opens()).toBe(200);
    expect((await here.visitor.post('/api/identity/end-session', { id })).json()).toEqual({
      done: true,
    });
    expect([await opens(), await isIn(there.visitor), await isIn(here.visitor)]).toEqual([
      401,
      false,
      true,
    ]);
    expect((await here.visitor.post('/api/identity/end-session', { id })).json()).toEqual({
      done: true,
    });
    expect(await eventsOf(email)).toEqual(['sessions_ended']);
  });

  it('end all at once, this one too', async () => {
    const email = await owner();
    const [here, there] = [await signIn(email), await signIn(email)];
    const opens = [await accessOf(here.visitor, email), await accessOf(there.visitor, email)];
    expect((await here.visitor.post('/api/identity/end-sessions', {})).json()).toEqual({
      done: true,
    });
    expect(await Promise.all(opens.map((opened) => opened()))).toEqual([401, 401]);
    expect([await isIn(here.visitor), await isIn(there.visitor)]).toEqual([false, false]);
    expect((await signIn(email)).status).toBe(200);
  });

  it('of one account are ended by no page of another origin', async () => {
    const email = await owner();
    const { visitor } = await signIn(email);
    const evil = { origin: 'https://evil.example' };
    const { id } = (await sessionsOf(visitor))[0];
    for (const [path, body] of [
      ['/end-sessions', {}],
      ['/end-session', { id }],
      ['/change-password', { currentPassword: password, newPassword: 'another one' }],
      ['/two-factor/enable', { password }],
    ] as const)
      expect([path, (await visitor.post(`/api/identity${path}`, body, evil)).statusCode]).toEqual([
        path,
        403,
      ]);
    expect([await isIn(visitor), (await signIn(email)).status]).toEqual([true, 200]);
  });
});
