import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { IdentitySecrets } from '#server/third-parties/identity/embedded/secrets.ts';
import { codeOfApp } from '#test/authenticator.ts';
import { freshDatabase } from '#test/database.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { codeIn, mailsTo } from '#test/mailbox.ts';
import { Visitor } from '#test/visitor.ts';
import { acceptNewSecret } from './accept-new-secret.ts';
import { recordDatabaseUse, refuseWrongDatabase, wrongDatabase } from './database-use.ts';

const first = 'the first secret of this shop, long enough';
const next = 'the next secret of this shop, long enough';
const foreign = 'the secret of another shop, long enough';
const password = 'bulk-order';
const email = 'careful@example.com';
const purpose = { mode: 'demo', cardAccount: 'sandbox' } as const;
const place = { home: 'here', paymentMark: 'mark', now: new Date() };

let database: Awaited<ReturnType<typeof freshDatabase>>;
const ending: (() => Promise<unknown>)[] = [];
// Codes of the second factor change by this clock.
vi.useFakeTimers({ toFake: ['Date'] });
afterAll(async () => {
  vi.useRealTimers();
  for (const end of ending.toReversed()) await end();
});
beforeEach(async () => {
  const opened = await freshDatabase();
  database = opened;
  ending.push(() => opened.close());
});

/** What a start does with its secrets. */
const record = (...secrets: IdentitySecrets) =>
  recordDatabaseUse(database.db, { ...purpose, secrets }, place);

/** A copy of the shop on the one database. */
async function copyWith(...secrets: IdentitySecrets): Promise<TestShop> {
  await refuseWrongDatabase(database.db, { ...purpose, secrets });
  await record(...secrets);
  const copy = await startShop({
    database: { ...database, close: async () => {} },
    identitySecrets: secrets,
  });
  ending.push(() => copy.close());
  return copy;
}

/** A browser, and the copy that its requests come to. */
function browserAt(copy: TestShop) {
  let at = copy;
  const visitor = new Visitor({
    inject: (...asked: unknown[]) => Reflect.apply(at.app.inject, at.app, asked),
  });
  const ask = async (path: string, body: object) => {
    const answer = await visitor.post(`/api/identity${path}`, body);
    return { status: answer.statusCode, body: answer.json() };
  };
  return {
    ask,
    moveTo: (other: TestShop) => void (at = other),
    /** Whether the identity service knows it, and its identity token is one for the shop. */
    async isSignedIn(): Promise<boolean> {
      if ((await visitor.get('/api/identity/get-session')).json().user === null) return false;
      const { token } = (await visitor.get('/api/identity/token')).json();
      const entered = await visitor.request({
        method: 'PUT',
        url: `/api/users/${email}`,
        payload: { email, name: 'Ada' },
        headers: { authorization: `Bearer ${token}` },
      });
      expect(entered.statusCode).toBe(200);
      return true;
    },
  };
}

/** Somebody with a second factor, signed in at a copy; `app` answers the current code. */
async function careful(copy: TestShop) {
  await copy.identity.createAccount({ name: 'Ada', email, password, verified: true });
  const browser = browserAt(copy);
  await browser.ask('/sign-in/email', { email, password });
  const { secret } = (await browser.ask('/two-factor/enable', { password })).body;
  const turnedOn = await browser.ask('/two-factor/confirm', { code: codeOfApp(secret) });
  expect(turnedOn.status).toBe(200);
  const app = () => codeOfApp(secret);
  return { ...browser, app, recoveryCodes: turnedOn.body.recoveryCodes as string[] };
}

/** Signs in at one copy with the password, and with the code at another; answers whether that succeeds. */
async function signInByCode(copies: [TestShop, TestShop], code: () => string): Promise<boolean> {
  vi.setSystemTime(Date.now() + 30_000);
  const [atPassword, atCode] = copies;
  const browser = browserAt(atPassword);
  const { body } = await browser.ask('/sign-in/email', { email, password });
  expect(body).toEqual({ user: null, secondFactor: true });
  browser.moveTo(atCode);
  return (await browser.ask('/sign-in/code', { code: code() })).status === 200;
}

describe('a copy with another secret', () => {
  test('does not start, whether or not the database holds anything yet, and changes nothing', async () => {
    const copy = await copyWith(first);
    await expect(copyWith(foreign)).rejects.toThrow(wrongDatabase.otherSecret);
    const ada = await careful(copy);
    await expect(record(foreign)).rejects.toThrow(wrongDatabase.otherSecret);
    await expect(record(foreign, next)).rejects.toThrow(wrongDatabase.otherSecret);
    const again = await copyWith(first);
    expect(await signInByCode([copy, again], ada.app)).toBe(true);
  });

  test('is known on a database that has no fingerprint yet by the keys that it cannot read', async () => {
    const copy = await copyWith(first);
    const ada = await careful(copy);
    expect(await ada.isSignedIn()).toBe(true);
    await sql`update shop_facts set secret_fingerprint = null`.execute(database.db);
    await expect(record(foreign)).rejects.toThrow(wrongDatabase.otherSecret);
    ada.moveTo(await copyWith(first));
    expect(await ada.isSignedIn()).toBe(true);
  });
});

test('a secret is changed copy by copy while people stay signed in, and codes and mailed links go on working', async () => {
  const before = await copyWith(first);
  const ada = await careful(before);
  expect(await ada.isSignedIn()).toBe(true);
  const newcomer = browserAt(before);
  const fresh = { name: 'New', email: 'new@example.com', password };
  await newcomer.ask('/sign-up/email', fresh);
  const token = codeIn((await mailsTo(database.db, fresh.email))[0]);

  const knowsBoth = await copyWith(first, next);
  const changed = await copyWith(next, first);
  for (const copy of [changed, knowsBoth, changed]) {
    ada.moveTo(copy);
    expect(await ada.isSignedIn()).toBe(true);
  }
  expect(await signInByCode([knowsBoth, changed], ada.app)).toBe(true);
  expect(await signInByCode([changed, knowsBoth], () => ada.recoveryCodes[0] ?? '')).toBe(true);
  newcomer.moveTo(changed);
  expect((await newcomer.ask('/verify-email', { token })).status).toBe(200);

  const after = await copyWith(next);
  await expect(record(first)).rejects.toThrow(wrongDatabase.otherSecret);
  expect(await signInByCode([after, after], ada.app)).toBe(true);
  ada.moveTo(after);
  expect(await ada.isSignedIn()).toBe(false);
});

test('when a secret is lost, the operator accepts a new one: everybody signs in anew, and second factors are gone', async () => {
  const before = await copyWith(first);
  const ada = await careful(before);
  expect(await acceptNewSecret(before, first)).toEqual([
    'The database knows this secret already: nothing to do.',
  ]);
  expect(await acceptNewSecret(before, next)).toEqual([
    'The new secret is accepted. Everybody signs in anew; passwords stay.',
    'Second factors that were removed, and their owners mailed: 1.',
  ]);
  const after = await copyWith(next);
  ada.moveTo(after);
  expect(await ada.isSignedIn()).toBe(false);
  const { status, body } = await ada.ask('/sign-in/email', { email, password });
  expect([status, body.user.email]).toEqual([200, email]);
  expect(await ada.isSignedIn()).toBe(true);
  expect((await mailsTo(database.db, email)).map(({ subject }) => subject)).toContain(
    'Your sign-in asks for no code any more',
  );
});
