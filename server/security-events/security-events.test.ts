import { describe, expect, it } from 'vitest';
import type { SecurityEvent } from '#contract/security-events.ts';
import { byOperator, grantAdmin, revokeAdmin } from '#server/users/admins.ts';
import { continueWithGoogle } from '#test/google-contract.ts';
import type { Person } from '#test/harness.ts';
import { codeIn, mailsTo } from '#test/mailbox.ts';
import { useShop } from '#test/use-shop.ts';
import { Visitor } from '#test/visitor.ts';

let reader: Person;
const shop = await useShop({ logLevel: 'info' });
reader = await shop.person('Reader', { role: 'admin' });

async function list(query: Record<string, string> = {}): Promise<SecurityEvent[]> {
  const { status, body } = await shop.request(
    'GET',
    `/api/admin/security-events?${new URLSearchParams(query).toString()}`,
    { as: reader },
  );
  expect(status).toBe(200);
  return body;
}

const byLetters = (one: unknown, other: unknown) => String(one).localeCompare(String(other), 'en');

/** The events stored since the last call, oldest first, as `kind person details`. */
async function news(): Promise<string[]> {
  const events = await list({ since: shop.clock.now().toISOString() });
  shop.clock.advance(1000);
  return events
    .toReversed()
    .map(({ kind, person, details, times }) =>
      [
        kind,
        person ?? 'nobody',
        ...Object.values(details ?? {}).toSorted(byLetters),
        ...(times > 1 ? [`×${times}`] : []),
      ].join(' '),
    );
}

/** The lines of the log about security events. */
const lines = () =>
  shop.logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ securityEvent }) => securityEvent !== undefined);

const password = 'bulk-order';
let networks = 0;

/** Registers somebody, from another network each, and signs them in at the shop. */
async function newcomer(email: string): Promise<Visitor> {
  const visitor = new Visitor(shop.app, `203.0.113.${(networks += 1)}`);
  await visitor.post('/api/identity/sign-up/email', { name: 'Ada', email, password });
  await comeIn(visitor, email);
  return visitor;
}

async function comeIn(visitor: Visitor, email: string): Promise<void> {
  const { token } = (await visitor.get('/api/identity/token')).json();
  const came = await visitor.request({
    method: 'PUT',
    url: `/api/users/${email}`,
    payload: { email, name: 'Ada' },
    headers: { authorization: `Bearer ${token}` },
  });
  expect(came.statusCode).toBe(200);
}

const signIn = (visitor: Visitor, email: string, typed = password) =>
  visitor.post('/api/identity/sign-in/email', { email, password: typed });
const lastCode = async (email: string, about: RegExp) =>
  codeIn((await mailsTo(shop.db, email)).findLast(({ subject }) => about.test(subject)));

describe('what is written down for whoever guards the shop', () => {
  it('a registration, sign-ins that are done, that fail and that are too many', async () => {
    await news();
    const email = 'ada@example.com';
    const ada = await newcomer(email);
    expect(await news()).toEqual([`registered ${email}`]);
    expect((await signIn(ada, email)).statusCode).toBe(200);
    expect(await news()).toEqual([`sign_in_done ${email}`]);
    await signIn(ada, 'nobody@example.com', 'wrong-password');
    for (let attempt = 1; attempt <= 12; attempt += 1) await signIn(ada, email, 'wrong-password');
    expect((await news()).toSorted()).toEqual([
      'sign_in_failed ada@example.com ×10',
      'sign_in_failed nobody',
      'sign_in_limited ada@example.com ×2',
    ]);
  });

  it('an address that is confirmed, a reset that is asked for and done', async () => {
    const email = 'lin@example.com';
    const lin = await newcomer(email);
    await news();
    await lin.post('/api/identity/verify-email', { token: await lastCode(email, /confirm/i) });
    expect(await news()).toEqual([`address_confirmed ${email}`]);
    await lin.post('/api/identity/request-password-reset', { email });
    await lin.post('/api/identity/request-password-reset', { email: 'nobody@example.com' });
    expect((await news()).toSorted()).toEqual([`reset_asked ${email}`, 'reset_asked nobody']);
    const done = await lin.post('/api/identity/reset-password', {
      token: await lastCode(email, /password/i),
      newPassword: 'another-one',
    });
    expect(done.statusCode).toBe(200);
    expect(await news()).toEqual([`reset_done ${email}`]);
  });

  it('a sign-in with Google, and what it proves', async () => {
    const email = 'grace@example.com';
    await newcomer(email);
    await news();
    const grace = new Visitor(shop.app);
    await continueWithGoogle(grace, { do: 'continue', email, name: 'Grace' });
    expect(await news()).toEqual([`address_confirmed ${email}`, `sign_in_done ${email}`]);
  });

  it('an address that passes to who proves to own it', async () => {
    const owner = await shop.person('Owner');
    await newcomer('somebody.else@example.com');
    await news();
    const claimant = new Visitor(shop.app);
    await continueWithGoogle(claimant, { do: 'continue', email: owner.email, name: 'Claimant' });
    await news();
    await comeIn(claimant, owner.email);
    expect((await news()).toSorted()).toEqual([
      `account_taken_over ${owner.email} (an earlier account) ${owner.email}`,
      `registered ${owner.email}`,
    ]);
  });

  it('who is given an admin role, who loses it, and by whom', async () => {
    const person = await shop.person('Promoted');
    await shop.request('PUT', `/api/users/admin/${person.email}`, { as: reader });
    // Done already: nothing changes.
    await shop.request('PUT', `/api/users/admin/${person.email}`, { as: reader });
    expect(await news()).toEqual([`role_changed ${person.email} admin ${reader.email}`]);
    await revokeAdmin(shop, person.email, byOperator);
    expect(await news()).toEqual([`role_changed ${person.email} command line none`]);
    await grantAdmin(shop, person.email, byOperator);
    expect(await news()).toEqual([`role_changed ${person.email} admin command line`]);
  });

  it("an admin's call by somebody who is signed in and no admin, not by a guest", async () => {
    const nosy = await shop.person('Nosy');
    const unproven = await shop.person('Unproven', { role: 'admin', emailVerified: false });
    await shop.request('GET', '/api/users', {});
    await shop.request('GET', '/api/users', { token: 'x'.repeat(43) });
    for (let attempt = 1; attempt <= 3; attempt += 1)
      await shop.request('GET', '/api/users', { as: nosy });
    await shop.request('GET', '/api/order', { as: unproven });
    expect((await news()).toSorted()).toEqual([
      `admin_call_refused ${nosy.email} listUsers ×3`,
      `admin_call_refused ${unproven.email} listAllOrders`,
    ]);
  });

  it('messages that the card provider did not sign: one row for a network and ten minutes, a line without a stack for each', async () => {
    const before = shop.logged.length;
    const forge = (remoteAddress: string) =>
      shop.app.inject({
        method: 'POST',
        url: '/api/card-events',
        remoteAddress,
        headers: { 'stripe-signature': 't=1,v1=ab' },
        payload: '{"id":"evt_1"}',
      });
    const answers = await Promise.all(Array.from({ length: 30 }, () => forge('192.0.2.7')));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([400]));
    await forge('192.0.2.8');
    expect((await news()).toSorted()).toEqual([
      'forged_message nobody',
      'forged_message nobody ×30',
    ]);
    const logged = shop.logged.slice(before).filter((line) => !line.includes('"msg":"answered"'));
    expect(logged).toHaveLength(31);
    expect(logged.filter((line) => line.includes('stack') || line.includes('evt_1'))).toEqual([]);
    shop.clock.advance(600_000);
    await forge('192.0.2.7');
    expect(await news()).toEqual(['forged_message nobody']);
  });

  it('each in a line of the log at info, with account, request and network, and none of them by name', async () => {
    const told = lines();
    const kinds = new Set((await list()).map(({ kind }) => kind));
    expect(new Set(told.map(({ securityEvent }) => securityEvent))).toEqual(kinds);
    // An operator at the command line makes no request.
    for (const line of told.filter(({ by }) => by !== 'command line'))
      expect(line).toMatchObject({
        level: 30,
        reqId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        network: expect.stringMatching(/^[\w-]{22}$/),
      });
    const done = told.find(({ securityEvent }) => securityEvent === 'sign_in_done');
    const [row] = await list({ q: 'ada@example.com', kind: 'sign_in_done' });
    expect(done).toMatchObject({
      userId: row?.userId,
      reqId: row?.requestId,
      network: row?.network,
    });
    expect(shop.logged.join('\n')).not.toMatch(
      /@|203\.0\.113|192\.0\.2|198\.51\.100|bulk-order|wrong-password|another-one/,
    );
    const kept = JSON.stringify(await shop.db.selectFrom('security_events').selectAll().execute());
    expect(kept).not.toMatch(/@|203\.0\.113|192\.0\.2|198\.51\.100/);
  });
});

describe('the list of security events', () => {
  it('is narrowed to a kind, a person, a network, a request and a time', async () => {
    const all = await list();
    const failed = await list({ kind: 'sign_in_failed' });
    expect(new Set(failed.map(({ person, times }) => `${person} ${times}`))).toEqual(
      new Set(['ada@example.com 10', 'null 1']),
    );
    expect(new Set((await list({ q: 'LIN@' })).map(({ person }) => person))).toEqual(
      new Set(['lin@example.com']),
    );
    const [one] = failed;
    const ofNetwork = all.filter(({ network }) => network === one?.network);
    expect(ofNetwork.length).toBeLessThan(all.length);
    expect(await list({ q: one!.network!.slice(0, 8) })).toEqual(ofNetwork);
    expect(await list({ q: one!.network!.slice(0, 7) })).toEqual([]);
    expect((await list({ q: one!.requestId! })).map(({ _id }) => _id)).toEqual([one?._id]);
    const half = all[Math.floor(all.length / 2)]!.createdAt;
    expect(
      (await list({ since: half })).length + (await list({ until: half })).length,
    ).toBeGreaterThan(all.length);
    expect(await list({ until: '2020-01-01T00:00:00Z' })).toEqual([]);
    expect(
      (await shop.request('GET', '/api/admin/security-events?since=yesterday', { as: reader }))
        .status,
    ).toBe(422);
  });

  it('forgets what is older than a year, about once a month, and says so in the audit log', async () => {
    const count = (await list()).length;
    shop.clock.advance(394 * 24 * 3_600_000);
    reader = await shop.person('Later Reader', { role: 'admin' });
    await shop.everyMinute();
    expect(await list()).toHaveLength(count);
    shop.clock.advance(2 * 24 * 3_600_000);
    reader = await shop.person('Last Reader', { role: 'admin' });
    await shop.everyMinute();
    await shop.everyMinute();
    expect(await list()).toEqual([]);
    const { body } = await shop.request('GET', '/api/admin/audit?q=history', { as: reader });
    expect(body).toMatchObject([
      {
        actor: 'shop',
        action: 'history deleted',
        subjectId: 'security_events',
        after: { rows: count },
      },
    ]);
  });
});
