import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { sandboxes } from '#server/start/third-party-config.ts';
import { nonce } from '#test/google-contract.ts';
import { publicUrl, startShop } from '#test/harness.ts';
import { codeIn, mailsTo } from '#test/mailbox.ts';
import { Visitor } from '#test/visitor.ts';

const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
const key = { ...(await exportJWK(publicKey)), alg: 'EdDSA', kid: 'of-tests', use: 'sig' };
const issuer = 'https://google.test';
let claims: Record<string, unknown>;
let keysAnswer: number;
beforeEach(() => {
  keysAnswer = 200;
});

/** A provider that says of an address what a test wants. */
const provider = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  if (request.url === '/keys') {
    response.statusCode = keysAnswer;
    response.end(JSON.stringify(keysAnswer === 200 ? { keys: [key] } : {}));
  } else void signed().then((token) => response.end(JSON.stringify({ id_token: token })));
}).listen(0, '127.0.0.1');
await once(provider, 'listening');
afterAll(() => void provider.close());

function signed(): Promise<string> {
  const token = new SignJWT(claims).setProtectedHeader({ alg: key.alg, kid: key.kid });
  token.setIssuedAt().setExpirationTime('5m').setIssuer(issuer).setAudience('the-shop');
  return token.sign(privateKey);
}

async function openShop() {
  const base = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const google = {
    clientId: 'the-shop',
    clientSecret: 'a secret',
    issuer,
    authorizationEndpoint: `${base}/auth`,
    tokenEndpoint: `${base}/token`,
    keysEndpoint: `${base}/keys`,
    algorithms: ['EdDSA'],
  };
  return startShop({ thirdParties: { ...sandboxes, google } });
}

/** Comes back from the provider, which says this of them; answers where the browser is sent. */
async function comeBack(
  visitor: Visitor,
  who: { sub: string; email: string; email_verified: boolean },
) {
  const begun = await visitor.post('/api/identity/sign-in/google', { nonce, mode: 'popup' });
  const { searchParams } = new URL(begun.json().url);
  claims = { ...who, name: who.sub, nonce: searchParams.get('nonce') };
  const state = searchParams.get('state');
  const callback = await visitor.get(`/api/identity/callback/google?code=c&state=${state}`);
  return { status: callback.statusCode, location: String(callback.headers.location) };
}
const userOf = async (visitor: Visitor) =>
  (await visitor.get('/api/identity/get-session')).json()?.user ?? undefined;
const failed = {
  status: 302,
  location: expect.stringMatching(new RegExp(`^${publicUrl}/google-done\\?.*error=`)),
};

describe('a Google account', () => {
  it('with an address that Google has not confirmed signs nobody in', async () => {
    const shop = await openShop();
    const thief = new Visitor(shop.app);
    const who = { sub: 'thief', email: 'victim@example.com', email_verified: false };
    expect(await comeBack(thief, who)).toEqual(failed);
    expect(await userOf(thief)).toBeUndefined();
    expect(await mailsTo(shop.db, who.email)).toEqual([]);
    expect(await comeBack(thief, { ...who, email_verified: true })).not.toEqual(failed);
    expect(await userOf(thief)).toMatchObject({ email: who.email });
    await shop.close();
  });

  it.each(['reset', 'google'])(
    'that was linked before the owner proved the address by %s is no way in any more',
    async (way) => {
      const shop = await openShop();
      const email = 'victim@example.com';
      const thief = new Visitor(shop.app);
      await comeBack(thief, { sub: 'thief', email, email_verified: true });
      // As an earlier version of the shop took it: linked to an address that nobody had proved.
      await sql`update identity."user" set "emailVerified" = false`.execute(shop.db);
      const owner = new Visitor(shop.app, '203.0.113.9');
      if (way === 'google') await comeBack(owner, { sub: 'owner', email, email_verified: true });
      else {
        await owner.post('/api/identity/request-password-reset', { email });
        const mails = await mailsTo(shop.db, email);
        const code = codeIn(mails.find(({ subject }) => subject === 'Choose a new password'));
        const reset = { token: code, newPassword: 'of the owner' };
        await owner.post('/api/identity/reset-password', reset);
        await owner.post('/api/identity/sign-in/email', { email, password: reset.newPassword });
      }
      expect(await userOf(owner)).toMatchObject({ email, emailVerified: true });
      const { rows } = await sql<{ accountId: string }>`
        select "accountId" from identity."account" where "providerId" = 'google'`.execute(shop.db);
      expect(rows).toEqual(way === 'google' ? [{ accountId: 'owner' }] : []);
      expect(await userOf(thief)).toBeUndefined();
      await shop.close();
    },
  );

  it('is sent back to our own page when Google does not give its keys', async () => {
    const shop = await openShop();
    keysAnswer = 503;
    const visitor = new Visitor(shop.app);
    const who = { sub: 'grace', email: 'grace@example.com', email_verified: true };
    expect(await comeBack(visitor, who)).toEqual(failed);
    keysAnswer = 200;
    expect(await comeBack(visitor, who)).not.toEqual(failed);
    expect(await userOf(visitor)).toMatchObject({ email: who.email });
    await shop.close();
  });
});
