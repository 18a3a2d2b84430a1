import { SignJWT, UnsecuredJWT, decodeJwt, generateKeyPair, type JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sandboxes } from '#server/start/third-party-config.ts';
import type { StandInUser } from '#test/firebase/accounts.ts';
import { listenAsFirebase, type FirebaseStandIn } from '#test/firebase/stand-in.ts';
import { emulatedProject, signedProject } from '#test/firebase/stand-in-project.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { Visitor } from '#test/visitor.ts';

let firebase: FirebaseStandIn;
let shop: TestShop;
let ada: StandInUser;
beforeAll(async () => {
  firebase = await listenAsFirebase({ signed: true });
  shop = await startShop({ thirdParties: { ...sandboxes, identity: signedProject(firebase) } });
});
afterAll(() => shop.close().then(() => firebase.close()));

let people = 0;
beforeEach(() => {
  people += 1;
  ada = firebase.accounts.create(`ada${people}@example.com`, { password: 'bulk-order' });
  firebase.asked.length = 0;
});

const seconds = () => Math.floor(Date.now() / 1000);
const tokenOf = (changes: JWTPayload = {}, authTime = seconds()) =>
  firebase.tokens.identityToken(ada, { authTime, provider: 'password' }, changes);

/** Exchanges it for an access token; answers the status and the code of a refusal. */
async function exchange(token: string, { email } = ada): Promise<[number, string | undefined]> {
  const { status, body } = await shop.request('PUT', `/api/users/${email}`, {
    token,
    body: { email },
  });
  return [status, body.error];
}

const refused: [number, string] = [401, 'identity_invalid'];

describe('an identity token of the Firebase project', () => {
  test('lets its owner in, for an hour: then the service is asked again', async () => {
    const token = await tokenOf();
    const { body } = await shop.request('PUT', `/api/users/${ada.email}`, {
      token,
      body: { email: ada.email },
    });
    expect(Date.parse(body.expiresAt) - shop.clock.now().getTime()).toBe(3_600_000);
    const me = await shop.request('GET', `/api/user/${ada.email}`, { token: body.accessToken });
    expect(me.body).toMatchObject({ email: ada.email, emailVerified: false, role: null });
  });

  test('lets nobody but its owner in', async () => {
    const other = firebase.accounts.create(`other${people}@example.com`);
    expect(await exchange(await tokenOf(), other)).toEqual([403, 'not_allowed']);
  });

  test.each<[string, (at: number) => JWTPayload]>([
    ['of another project', () => ({ iss: 'https://securetoken.google.com/other' })],
    ['of another issuer', () => ({ iss: 'https://accounts.google.com' })],
    ['for another audience', () => ({ aud: 'other' })],
    ['that has expired', (at) => ({ iat: at - 4000, exp: at - 400 })],
    ['that was issued too long ago', (at) => ({ iat: at - 4000 })],
    ['of the future', (at) => ({ iat: at + 400 })],
    ['of a sign-in in the future', (at) => ({ auth_time: at + 400 })],
    ['of a sign-in at no time', () => ({ auth_time: undefined })],
    ['of a sign-in at a time that is none', () => ({ auth_time: 'now' })],
    ['of nobody', () => ({ sub: '' })],
    ['without an address', () => ({ email: undefined })],
  ])('%s is refused before the service is asked', async (_, changes) => {
    const token = await tokenOf(changes(seconds()));
    firebase.asked.length = 0;
    expect(await exchange(token)).toEqual(refused);
    expect(firebase.asked.filter((what) => what.includes('lookup'))).toEqual([]);
  });

  test('of another project is told once, without the token: the API key may be of that project', async () => {
    shop.logged.length = 0;
    const ofProject = (aud: string) =>
      tokenOf({ aud, iss: `https://securetoken.google.com/${aud}` });
    const [first, second] = [await ofProject('shop-9z8y7'), await ofProject('shop-6x5w4')];
    for (const token of ['no.identity.token', await ofProject('No\nproject'), first, first, second])
      expect(await exchange(token)).toEqual(refused);
    const told = shop.logged.filter((line) => line.includes('FIREBASE_API_KEY'));
    expect(told).toEqual([expect.stringContaining('"project":"shop-9z8y7"')]);
    expect(shop.logged.join('\n')).not.toContain(first);
  });

  test('signed with another key, by another method or not at all is refused before the service is asked', async () => {
    await exchange(await tokenOf());
    firebase.asked.length = 0;
    const claims = decodeJwt(await tokenOf());
    const [{ kid = '' } = {}] = firebase.tokens.keySet().keys;
    const { privateKey } = await generateKeyPair('RS256');
    const bySomebody = (header: string) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: header }).sign(privateKey);
    const byPassword = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid });
    for (const forged of [
      await bySomebody(kid),
      await bySomebody('theirs'),
      await byPassword.sign(new TextEncoder().encode('a public key used as a password')),
      new UnsecuredJWT(claims).encode(),
    ])
      expect(await exchange(forged)).toEqual(refused);
    expect(firebase.asked.filter((what) => what.includes('lookup'))).toEqual([]);
  });

  test('of a sign-in that ended, of an account that is disabled or gone is refused', async () => {
    expect(await exchange(await tokenOf({}, seconds() - 10))).toEqual(refused);
    ada.validSince = seconds() + 1;
    expect(await exchange(await tokenOf())).toEqual(refused);
    ada.validSince = 0;
    expect(await exchange(await tokenOf())).toEqual([200, undefined]);
    ada.disabled = true;
    expect(await exchange(await tokenOf())).toEqual(refused);
    firebase.accounts.users.delete(ada.localId);
    expect(await exchange(await tokenOf())).toEqual(refused);
  });

  test('says less than the service: whether the address is confirmed, and which it is, is asked', async () => {
    const token = await tokenOf({ email_verified: true, name: 'Somebody' });
    expect(await shop.identity.verify(token)).toMatchObject({ emailVerified: false });
    const before = await tokenOf();
    ada.email = `new.${ada.email}`;
    ada.emailVerified = true;
    expect(await shop.identity.verify(before)).toMatchObject({
      email: ada.email,
      emailVerified: true,
    });
  });

  test('signed with a new key is accepted once that is published, with a removed one no more', async () => {
    const own = await listenAsFirebase({ signed: true });
    const project = { ...signedProject(own), keysCooldownMs: 0 };
    const rotating = await startShop({ thirdParties: { ...sandboxes, identity: project } });
    const user = own.accounts.create('grace@example.com');
    const sign = () =>
      own.tokens.identityToken(user, { authTime: seconds(), provider: 'password' });
    const first = await sign();
    expect(await rotating.identity.verify(first)).toBeDefined();
    await own.tokens.rotateKey();
    expect(await rotating.identity.verify(await sign())).toBeDefined();
    expect(await rotating.identity.verify(first)).toBeDefined();
    await own.tokens.rotateKey({ forgets: true });
    expect(await rotating.identity.verify(await sign())).toBeDefined();
    expect(await rotating.identity.verify(first)).toBeUndefined();
    await rotating.close();
    await own.close();
  });

  test('and one of the embedded service are not taken for one another', async () => {
    const embedded = await startShop();
    const visitor = new Visitor(embedded.app);
    const { email } = ada;
    await visitor.post('/api/identity/sign-up/email', { name: 'A', email, password: 'bulk-order' });
    const { token } = (await visitor.get('/api/identity/token')).json();
    expect(await embedded.identity.verify(token)).toBeDefined();
    expect(await exchange(token)).toEqual(refused);
    expect(await embedded.identity.verify(await tokenOf())).toBeUndefined();
    await embedded.close();
  });

  test('gives no admin power before the address is confirmed, and not to a newcomer with an admin’s address', async () => {
    const isAdmin = async () => {
      const { body } = await shop.request('PUT', `/api/users/${ada.email}`, {
        token: await tokenOf(),
        body: { email: ada.email },
      });
      return (await shop.request('GET', '/api/users', { token: body.accessToken })).status;
    };
    expect(await isAdmin()).toBe(403);
    await shop.db
      .updateTable('users')
      .set({ role: 'admin' })
      .where('email', '=', ada.email)
      .execute();
    expect(await isAdmin()).toBe(403);
    ada.emailVerified = true;
    expect(await isAdmin()).toBe(200);
  });
});

describe('an unsigned token of the emulator', () => {
  test('counts only where the emulator is set, and only after it was asked', async () => {
    const emulator = await listenAsFirebase();
    const user = emulator.accounts.create('lin@example.com');
    const token = await emulator.tokens.identityToken(user, {
      authTime: seconds(),
      provider: 'password',
    });
    expect(await shop.identity.verify(token)).toBeUndefined();
    const project = emulatedProject(emulator.origin, emulator.projectId);
    const demo = await startShop({ thirdParties: { ...sandboxes, identity: project } });
    expect(await demo.identity.verify(token)).toMatchObject({ email: 'lin@example.com' });
    expect(emulator.asked).toEqual(['POST accounts:lookup']);
    expect(await demo.identity.verify(await tokenOf())).toBeUndefined();
    emulator.accounts.users.clear();
    expect(await demo.identity.verify(token)).toBeUndefined();
    await demo.close();
    await emulator.close();
  });
});
