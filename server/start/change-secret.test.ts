import { rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { IdentitySecrets } from '#server/third-parties/identity/embedded/secrets.ts';
import { codeOfApp } from '#test/authenticator.ts';
import { freshDatabase, temporaryFolder } from '#test/database.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { codeIn, mailsTo } from '#test/mailbox.ts';
import { Visitor } from '#test/visitor.ts';
import { acceptNewSecret } from './accept-new-secret.ts';
import { identitySecrets } from './identity-secrets.ts';
import { rotateSecret } from './rotate-secret.ts';
import { recordDatabaseUse, refuseWrongDatabase, wrongDatabase } from './database-use.ts';

const first = 'the first secret of this shop, long enough';
const next = 'the next secret of this shop, long enough';
const foreign = 'the secret of another shop, long enough';
const password = 'bulk-order';
const ada = 'careful@example.com';
const bea = 'careless@example.com';
const purpose = { mode: 'demo', cardAccount: 'sandbox' } as const;
const none = { identitySecret: undefined, identitySecretAlso: undefined };
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
  let here = copy;
  const visitor = new Visitor({
    inject: (...asked: unknown[]) => Reflect.apply(here.app.inject, here.app, asked),
  });
  const ask = async (at: string, body: object) => {
    const answer = await visitor.post(`/api/identity${at}`, body);
    return { status: answer.statusCode, body: answer.json() };
  };
  const look = async (at: string) => {
    const answer = await visitor.get(`/api/identity${at}`);
    return { status: answer.statusCode, body: answer.json() };
  };
  return {
    ask,
    look,
    moveTo: (other: TestShop) => void (here = other),
    /** Whether the identity service knows it, and its identity token is one for the shop. */
    async isSignedIn(): Promise<boolean> {
      if ((await visitor.get('/api/identity/get-session')).json().user === null) return false;
      const { token } = (await visitor.get('/api/identity/token')).json();
      const entered = await visitor.request({
        method: 'PUT',
        url: `/api/users/${ada}`,
        payload: { email: ada, name: 'Ada' },
        headers: { authorization: `Bearer ${token}` },
      });
      expect(entered.statusCode).toBe(200);
      return true;
    },
  };
}

/** Somebody with a second factor, signed in at a copy; `app` answers the current code. */
async function careful(copy: TestShop, email = ada) {
  await copy.identity.createAccount({ name: 'Ada', email, password, verified: true });
  const browser = browserAt(copy);
  await browser.ask('/sign-in/email', { email, password });
  const { secret } = (await browser.ask('/two-factor/enable', { password })).body;
  const turnedOn = await browser.ask('/two-factor/confirm', { code: codeOfApp(secret) });
  expect(turnedOn.status).toBe(200);
  const app = () => codeOfApp(secret);
  return { ...browser, app, recoveryCodes: turnedOn.body.recoveryCodes as string[] };
}

/** Signs in at one copy with the password, and with the code at another; answers the answer to that. */
async function askByCode(
  [atPassword, atCode]: [TestShop, TestShop],
  code: () => string,
  email = ada,
) {
  vi.setSystemTime(Date.now() + 30_000);
  const browser = browserAt(atPassword);
  const { body } = await browser.ask('/sign-in/email', { email, password });
  expect(body).toEqual({ user: null, secondFactor: true });
  browser.moveTo(atCode);
  return browser.ask('/sign-in/code', { code: code() });
}

/** The same; answers whether it succeeds. */
const signInByCode = async (...asked: Parameters<typeof askByCode>) =>
  (await askByCode(...asked)).status === 200;

describe('a copy with another secret', () => {
  test('does not start, whether or not the database holds anything yet, and changes nothing', async () => {
    const copy = await copyWith(first);
    await expect(copyWith(foreign)).rejects.toThrow(wrongDatabase.otherSecret);
    const owner = await careful(copy);
    await expect(record(foreign)).rejects.toThrow(wrongDatabase.otherSecret);
    await expect(record(foreign, next)).rejects.toThrow(wrongDatabase.otherSecret);
    const again = await copyWith(first);
    expect(await signInByCode([copy, again], owner.app)).toBe(true);
  });

  test('is known on a database that has no fingerprint yet by the keys that it cannot read', async () => {
    const copy = await copyWith(first);
    const owner = await careful(copy);
    expect(await owner.isSignedIn()).toBe(true);
    await sql`update shop_facts set secret_fingerprint = null`.execute(database.db);
    await expect(record(foreign)).rejects.toThrow(wrongDatabase.otherSecret);
    owner.moveTo(await copyWith(first));
    expect(await owner.isSignedIn()).toBe(true);
  });
});

test('a secret is changed copy by copy while people stay signed in, and codes and mailed links go on working', async () => {
  const before = await copyWith(first);
  const owner = await careful(before);
  expect(await owner.isSignedIn()).toBe(true);
  const newcomer = browserAt(before);
  const fresh = { name: 'New', email: 'new@example.com', password };
  await newcomer.ask('/sign-up/email', fresh);
  const token = codeIn((await mailsTo(database.db, fresh.email))[0]);

  const knowsBoth = await copyWith(first, next);
  const changed = await copyWith(next, first);
  for (const copy of [changed, knowsBoth, changed]) {
    owner.moveTo(copy);
    expect(await owner.isSignedIn()).toBe(true);
  }
  expect(await signInByCode([knowsBoth, changed], owner.app)).toBe(true);
  expect(await signInByCode([changed, knowsBoth], () => owner.recoveryCodes[0] ?? '')).toBe(true);
  newcomer.moveTo(changed);
  expect((await newcomer.ask('/verify-email', { token })).status).toBe(200);

  // What the copy with the second step still to come encrypts meanwhile, its own restart encrypts anew.
  const atLast = await careful(knowsBoth, bea);
  await copyWith(next, first);

  const after = await copyWith(next);
  await expect(record(first)).rejects.toThrow(wrongDatabase.otherSecret);
  expect(await signInByCode([after, after], owner.app)).toBe(true);
  expect(await signInByCode([after, after], () => owner.recoveryCodes[1] ?? '')).toBe(true);
  expect(await signInByCode([after, after], atLast.app, bea)).toBe(true);
  owner.moveTo(after);
  expect(await owner.isSignedIn()).toBe(false);
});

test('a secret in the folder that copies share is changed in two steps, and everybody stays signed in', async () => {
  const dataDir = temporaryFolder('change');
  const restarted = () => copyWith(...identitySecrets({ dataDir, ...none }));
  const rotate = () => rotateSecret({ dataDir, databaseUrl: 'postgres://server/shop', ...none });
  await restarted();
  expect(rotate().lines.join()).toMatch(/^Step 1 of 2/);
  const owner = await careful(await restarted());
  const [one, other] = [await restarted(), await restarted()];
  expect(await owner.isSignedIn()).toBe(true);
  const codes = [...owner.recoveryCodes];
  const works = async (copies: [TestShop, TestShop]) => {
    for (const copy of copies) {
      owner.moveTo(copy);
      expect(await owner.isSignedIn()).toBe(true);
    }
    expect(await signInByCode(copies, owner.app)).toBe(true);
    expect(await signInByCode(copies, () => codes.pop() ?? '')).toBe(true);
  };
  await works([one, other]);
  expect(rotate().lines.join()).toMatch(/^Step 2 of 2/);
  const oneAfter = await restarted();
  await works([oneAfter, other]);
  await works([other, oneAfter]);
  const otherAfter = await restarted();
  await works([otherAfter, oneAfter]);
  rmSync(path.join(dataDir, 'secrets', 'identity-before'));
  expect(await signInByCode([await restarted(), oneAfter], () => codes.pop() ?? '')).toBe(true);
  rmSync(dataDir, { recursive: true });
});

test('a copy that cannot read what others encrypted refuses codes in words, and a start counts what it cannot read', async () => {
  const left = await copyWith(first);
  const owner = await careful(left);
  expect(await owner.isSignedIn()).toBe(true);
  const changed = await copyWith(next, first);
  const refused = {
    status: 409,
    body: expect.objectContaining({ error: 'second_factor_unreadable' }),
  };
  for (const code of [owner.app, () => owner.recoveryCodes[0] ?? ''])
    expect(await askByCode([left, left], code)).toEqual(refused);
  expect(await owner.look('/account')).toMatchObject({
    status: 200,
    body: { secondFactor: true, recoveryCodesLeft: 0 },
  });
  expect(await owner.look('/token')).toMatchObject({ status: 503, body: { error: 'unavailable' } });
  expect(await signInByCode([changed, changed], owner.app)).toBe(true);

  const late = await careful(left, bea);
  expect(await record(next)).toMatchObject({ unreadable: 1 });
  expect(await askByCode([changed, await copyWith(next)], late.app, bea)).toEqual(refused);
  expect(await record(next, first)).toMatchObject({ unreadable: 0 });
  expect(await signInByCode([changed, changed], late.app, bea)).toBe(true);
});

test('when a secret is lost, the operator accepts a new one: everybody signs in anew, and second factors are gone', async () => {
  const before = await copyWith(first);
  const owner = await careful(before);
  expect(await acceptNewSecret(before, first)).toEqual([
    'The database knows this secret already: nothing to do.',
  ]);
  expect(await acceptNewSecret(before, next)).toEqual([
    'The new secret is accepted. Everybody signs in anew; passwords stay.',
    'Second factors that were removed, and their owners mailed: 1.',
  ]);
  const after = await copyWith(next);
  owner.moveTo(after);
  expect(await owner.isSignedIn()).toBe(false);
  const { status, body } = await owner.ask('/sign-in/email', { email: ada, password });
  expect([status, body.user.email]).toEqual([200, ada]);
  expect(await owner.isSignedIn()).toBe(true);
  expect((await mailsTo(database.db, ada)).map(({ subject }) => subject)).toContain(
    'Your sign-in asks for no code any more',
  );
});
