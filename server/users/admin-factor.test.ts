import { describe, expect, it } from 'vitest';
import { dayMs } from '#contract/durations.ts';
import { codeOfApp } from '#test/authenticator.ts';
import type { TestShop } from '#test/harness.ts';
import { codeIn, mailsTo } from '#test/mailbox.ts';
import { useShop } from '#test/use-shop.ts';
import { Visitor } from '#test/visitor.ts';
import { factorRemark } from '#server/http/admin-factor.ts';
import { resetFactor } from '#server/reset-factor.ts';
import { byOperator, grantAdmin } from './admins.ts';
import { listAdmins } from './store.ts';

const password = 'bulk-order';
const [live, demo] = [await useShop({ mode: 'live' }), await useShop()];

let people = 0;

/** Somebody who is signed in; `enter` comes to the shop anew, `works` and `account` ask it by the newest token. */
async function someone(shop: TestShop, verified = true) {
  people += 1;
  const email = `admin${people}@example.com`;
  const visitor = new Visitor(shop.app, `203.0.113.${people}`);
  await shop.identity.createAccount({ name: 'Ada', email, password, verified });
  await visitor.post('/api/identity/sign-in/email', { email, password });
  let token = '';
  const enter = async () => {
    const identityToken = (await visitor.get('/api/identity/token')).json().token;
    token = (
      await shop.request('PUT', `/api/users/${email}`, { token: identityToken, body: { email } })
    ).body.accessToken;
  };
  await enter();
  return {
    email,
    visitor,
    enter,
    works: async () => (await shop.request('GET', '/api/users', { token })).status,
    list: async () => (await shop.request('GET', '/api/users', { token })).body,
    account: async () => (await shop.request('GET', `/api/user/${email}`, { token })).body,
  };
}

describe('an admin of a live shop', () => {
  it('has power for fourteen days, then none without a second factor, and all of it with one', async () => {
    const admin = await someone(live);
    await grantAdmin(live, admin.email, byOperator);
    const at = new Date(live.clock.now().getTime() + 14 * dayMs).toISOString();
    expect([await admin.works(), (await admin.account()).secondFactorDue]).toEqual([
      200,
      { at, passed: false },
    ]);
    live.clock.advance(14 * dayMs - 1000);
    await admin.enter();
    expect(await admin.works()).toBe(200);
    live.clock.advance(1000);
    expect([await admin.works(), (await admin.account()).secondFactorDue]).toEqual([
      403,
      { at, passed: true },
    ]);
    // The role stays, and so does everything that needs none.
    expect((await admin.account()).role).toBe('admin');

    const { secret } = (
      await admin.visitor.post('/api/identity/two-factor/enable', { password })
    ).json();
    await admin.visitor.post('/api/identity/two-factor/confirm', { code: codeOfApp(secret) });
    await admin.enter();
    expect(await admin.works()).toBe(200);
    expect(await admin.account()).not.toHaveProperty('secondFactorDue');
  });

  it('who lost the factor is let in by an operator, and signs in with the password alone', async () => {
    const admin = await someone(live);
    await grantAdmin(live, admin.email, byOperator);
    const { secret } = (
      await admin.visitor.post('/api/identity/two-factor/enable', { password })
    ).json();
    await admin.visitor.post('/api/identity/two-factor/confirm', { code: codeOfApp(secret) });
    live.clock.advance(30 * dayMs);
    const signedOut = {
      lines: [
        `${admin.email} signs in with the password alone now, and was signed out everywhere.`,
      ],
      failed: false,
    };
    expect(await resetFactor(live, ` ${admin.email.toUpperCase()}`)).toEqual(signedOut);
    expect(await resetFactor(live, admin.email)).toEqual({
      lines: [`${admin.email} has no second factor.`],
      failed: false,
    });
    expect((await resetFactor(live, 'nobody@example.com')).failed).toBe(true);
    expect((await admin.visitor.get('/api/identity/get-session')).json()).toEqual({ user: null });
    const signIn = await admin.visitor.post('/api/identity/sign-in/email', {
      email: admin.email,
      password,
    });
    expect(signIn.json().user.email).toBe(admin.email);
    await admin.enter();
    // Its thirty days are over: no power until a new factor is on.
    expect(await admin.works()).toBe(403);
    const mails = await mailsTo(live.db, admin.email);
    expect(
      mails.filter(({ subject }) => subject === 'Your sign-in asks for no code any more'),
    ).toHaveLength(1);
    const events = await live.db
      .selectFrom('security_events')
      .select('kind')
      .where('kind', '=', 'second_factor_reset')
      .execute();
    expect(events).toHaveLength(1);
  });

  it('is listed with what is missing', async () => {
    const admin = await someone(live);
    await grantAdmin(live, admin.email, byOperator);
    const remark = async () => {
      const row = (await listAdmins(live.db)).find(({ email }) => email === admin.email);
      return row && [14, undefined].map((days) => factorRemark(row, days, live.clock.now()));
    };
    const last = new Date(live.clock.now().getTime() + 14 * dayMs).toISOString().slice(0, 10);
    expect(await remark()).toEqual([`no second factor: no power after ${last}`, undefined]);
    live.clock.advance(14 * dayMs);
    expect(await remark()).toEqual(['no second factor: no power', undefined]);
  });

  it('whose address was proven later has the days from then on', async () => {
    const admin = await someone(live, false);
    await grantAdmin(live, admin.email, byOperator);
    live.clock.advance(20 * dayMs);
    await admin.visitor.post('/api/identity/send-verification-email', { email: admin.email });
    await admin.visitor.post('/api/identity/verify-email', {
      token: codeIn((await mailsTo(live.db, admin.email)).at(-1)),
    });
    await admin.enter();
    const at = new Date(live.clock.now().getTime() + 14 * dayMs).toISOString();
    expect([await admin.works(), (await admin.account()).secondFactorDue]).toEqual([
      200,
      { at, passed: false },
    ]);
    // Signing in again begins no new grace.
    live.clock.advance(dayMs);
    await admin.enter();
    expect((await admin.account()).secondFactorDue.at).toBe(at);
  });
});

it('is shown of admins in the list that admins read, of nobody else and nowhere else', async () => {
  const [admin, without, customer] = [
    await someone(demo),
    await someone(demo),
    await someone(demo),
  ];
  for (const { email } of [admin, without]) await grantAdmin(demo, email, byOperator);
  const { secret } = (
    await admin.visitor.post('/api/identity/two-factor/enable', { password })
  ).json();
  await admin.visitor.post('/api/identity/two-factor/confirm', { code: codeOfApp(secret) });
  await admin.enter();
  const listed = (await admin.list()) as { email: string; secondFactor?: boolean }[];
  const factorOf = ({ email }: { email: string }) =>
    listed.find((row) => row.email === email)?.secondFactor;
  expect([admin, without, customer].map(factorOf)).toEqual([true, false, undefined]);
  expect(await admin.account()).not.toHaveProperty('secondFactor');
});

it('asks nobody of a live shop but admins, and nobody of the demo', async () => {
  const customer = await someone(live);
  expect(await customer.account()).not.toHaveProperty('secondFactorDue');
  const admin = await someone(demo);
  await grantAdmin(demo, admin.email, byOperator);
  demo.clock.advance(1000 * dayMs);
  await admin.enter();
  expect([await admin.works(), 'secondFactorDue' in (await admin.account())]).toEqual([200, false]);
});
