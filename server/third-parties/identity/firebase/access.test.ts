import { decodeJwt, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '#contract/api.ts';
import { identityCalls } from '#contract/identity-calls.ts';
import { sandboxes } from '#server/start/third-party-config.ts';
import { operationsOf, readDocument, type Operation } from '#test/documented-operations.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { addressOf, payloadOf, sampleRequests, setScene } from '#test/sample-requests.ts';
import { Visitor } from '#test/visitor.ts';
import { listenAsFirebase, type FirebaseStandIn } from '#test/firebase/stand-in.ts';
import { signedProject } from '#test/firebase/stand-in-project.ts';

let firebase: FirebaseStandIn;
let shop: TestShop;
let operations: Operation[];
/** Identity tokens that are no proof, by what is wrong with them. */
let proofless: Record<string, string>;
/** Of somebody who is who they say. */
let valid: string;
/** Access tokens of two admins who sign in at Firebase; the address of one is confirmed. */
let admins: { readonly proven: string; readonly unproven: string };

const names = (Object.keys(sampleRequests) as (keyof typeof sampleRequests)[]).filter(
  (name) => !(name in identityCalls),
);

beforeAll(async () => {
  firebase = await listenAsFirebase({ signed: true });
  shop = await startShop({ thirdParties: { ...sandboxes, identity: signedProject(firebase) } });
  operations = operationsOf(await readDocument(shop)).filter(
    ({ access }) => access !== 'open' && access !== 'link',
  );
  proofless = { ...(await forgedTokens()), ...(await endedTokens()) };
  proofless['of the embedded service'] = await embeddedToken();
  valid = await tokenOf('mallory@example.com', { emailVerified: true });
  admins = { proven: await adminToken(true), unproven: await adminToken(false) };
});
afterAll(() => shop.close().then(() => firebase.close()));

async function tokenOf(
  email: string,
  about: object = {},
  claims: JWTPayload = {},
): Promise<string> {
  const known = firebase.accounts.byEmail(email);
  const user = known ?? firebase.accounts.create(email, { password: 'bulk-order', ...about });
  const authTime = Math.floor(Date.now() / 1000);
  return firebase.tokens.identityToken(user, { authTime, provider: 'password' }, claims);
}

/** Of an account that is an admin in the shop, so that only the proof is missing. */
async function forgedTokens(): Promise<Record<string, string>> {
  const email = 'forged.admin@example.com';
  const claims = decodeJwt(await tokenOf(email, { emailVerified: true }));
  const [{ kid = '' } = {}] = firebase.tokens.keySet().keys;
  const { privateKey } = await generateKeyPair('RS256');
  const at = Math.floor(Date.now() / 1000);
  return {
    'of another project': await tokenOf(email, {}, { iss: 'https://securetoken.google.com/other' }),
    'for another project': await tokenOf(email, {}, { aud: 'other' }),
    'that has expired': await tokenOf(email, {}, { iat: at - 4000, exp: at - 400 }),
    'signed with another key': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid })
      .sign(privateKey),
    'that is not signed': new UnsecuredJWT(claims).encode(),
  };
}

async function endedTokens(): Promise<Record<string, string>> {
  const [revoked, disabled] = ['revoked@example.com', 'disabled@example.com'];
  const tokens = {
    'of a sign-in that was revoked': await tokenOf(revoked),
    'of an account that is disabled': await tokenOf(disabled),
  };
  for (const user of firebase.accounts.users.values()) {
    if (user.email === revoked) user.validSince = Math.floor(Date.now() / 1000) + 10;
    if (user.email === disabled) user.disabled = true;
  }
  return tokens;
}

async function embeddedToken(): Promise<string> {
  const embedded = await startShop();
  const visitor = new Visitor(embedded.app);
  const account = { name: 'Mallory', email: 'mallory@example.com', password: 'bulk-order' };
  await visitor.post('/api/identity/sign-up/email', account);
  const { token } = (await visitor.get('/api/identity/token')).json();
  expect(await embedded.identity.verify(token)).toBeDefined();
  await embedded.close();
  return token;
}

async function adminToken(emailVerified: boolean): Promise<string> {
  const email = emailVerified ? 'proven@example.com' : 'unproven@example.com';
  const token = await tokenOf(email, { emailVerified });
  const { status, body } = await shop.request('PUT', `/api/users/${email}`, {
    token,
    body: { email },
  });
  expect(status).toBe(200);
  await shop.db.updateTable('users').set({ role: 'admin' }).where('email', '=', email).execute();
  return body.accessToken;
}

function operationOf(name: string): Operation {
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`There is no ${name}.`);
  return operation;
}

/** A request about a row of somebody else, for any token. */
async function requestOf({ name, method, path }: Operation) {
  const owner = await shop.person('Row Owner');
  const sample = sampleRequests[name as keyof typeof sampleRequests];
  const request = await sample(await setScene(shop, owner), owner);
  const sent = payloadOf(request);
  return async (token: string): Promise<number> => {
    const { statusCode } = await shop.app.inject({
      method,
      url: addressOf(path, request),
      headers: { authorization: `Bearer ${token}`, ...(sent && { 'content-type': sent.type }) },
      ...(sent && { payload: sent.payload }),
    });
    return statusCode;
  };
}

const guarded = names.filter((name) => !['open', 'link'].includes(calls[name].access));
const ofAdmins = guarded.filter((name) => calls[name].access === 'admin');

describe('where people sign in at Firebase', () => {
  it('every call that not everybody may make is tried', () => {
    expect(operations.map(({ name }) => name).toSorted()).toEqual(guarded.toSorted());
  });

  it.each(guarded)(
    'an identity token without proof does not open %s, nor one with proof somebody else’s row',
    async (name) => {
      const operation = operationOf(name);
      const statusWith = await requestOf(operation);
      for (const [who, token] of Object.entries(proofless))
        expect([who, await statusWith(token)]).toEqual([who, 401]);
      expect(await statusWith(valid)).toBe(operation.call.identityToken ? 403 : 401);
      expect(Object.keys(proofless)).toHaveLength(8);
    },
  );

  it.each(ofAdmins)(
    'an admin whose address is not confirmed has no power to make %s',
    async (name) => {
      const statusWith = await requestOf(operationOf(name));
      expect(await statusWith(admins.unproven)).toBe(403);
    },
  );

  it.each(ofAdmins.filter((name) => calls[name].method === 'GET'))(
    'an admin whose address is confirmed may make %s',
    async (name) => {
      const operation = operationOf(name);
      const statusWith = await requestOf(operation);
      expect(await statusWith(admins.proven)).toBe(operation.call.status ?? 200);
    },
  );
});
