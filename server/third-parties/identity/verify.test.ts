import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type JWTPayload,
} from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyIdentityToken, type TokenRules } from './verify.ts';

type Key = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
let ours: Key;
let foreign: Key;
let rules: TokenRules;

const claims = {
  email: 'Ada@Example.com',
  email_verified: true,
  name: 'Ada',
  nonce: 'this sign-in',
};
const now = () => Math.floor(Date.now() / 1000);

beforeAll(async () => {
  const pair = await generateKeyPair('EdDSA');
  ours = pair.privateKey;
  foreign = (await generateKeyPair('EdDSA')).privateKey;
  const keys = createLocalJWKSet({
    keys: [{ ...(await exportJWK(pair.publicKey)), alg: 'EdDSA', kid: 'ours' }],
  });
  rules = {
    keys,
    issuer: 'urn:issuer',
    audience: 'urn:shop',
    algorithms: ['EdDSA'],
    maxAgeSeconds: 300,
  };
});

function signed(
  change: JWTPayload = {},
  { key = ours, kid = 'ours' }: { key?: Key; kid?: string } = {},
): Promise<string> {
  const payload = {
    ...claims,
    iss: 'urn:issuer',
    aud: 'urn:shop',
    sub: 'ada',
    iat: now(),
    exp: now() + 300,
    ...change,
  };
  return new SignJWT(payload).setProtectedHeader({ alg: 'EdDSA', kid }).sign(key);
}

describe('an identity token', () => {
  it('proves who somebody is', async () => {
    expect(await verifyIdentityToken(await signed({ sid: 'session' }), rules)).toEqual({
      issuer: 'urn:issuer',
      subject: 'ada',
      email: 'ada@example.com',
      emailVerified: true,
      name: 'Ada',
      session: 'session',
    });
  });

  it('proves it also when it was issued by a copy of the shop whose clock is a minute ahead, and just after its end by ours', async () => {
    const [ahead, ended] = [
      { iat: now() + 60, exp: now() + 360 },
      { iat: now() - 200, exp: now() - 20 },
    ];
    expect(await verifyIdentityToken(await signed(ahead), rules)).toMatchObject({ subject: 'ada' });
    expect(await verifyIdentityToken(await signed(ended), rules)).toMatchObject({ subject: 'ada' });
  });

  it.each([
    ['of another issuer', { iss: 'urn:other' }],
    ['for another audience', { aud: 'urn:other' }],
    ['that has ended', { exp: now() - 120 }],
    ['that is too old, whatever end it claims', { iat: now() - 400, exp: now() + 3600 }],
    ['from the future', { iat: now() + 600, exp: now() + 900 }],
    ['without a time of issue', { iat: undefined }],
    ['without an end', { exp: undefined }],
    ['without a subject', { sub: undefined }],
    ['without an address', { email: undefined }],
    ['with an address that is none', { email: 'ada' }],
  ])('%s proves nothing', async (_, change) => {
    expect(await verifyIdentityToken(await signed(change as JWTPayload), rules)).toBeUndefined();
  });

  it('signed with a foreign key, even under our key id, proves nothing', async () => {
    expect(await verifyIdentityToken(await signed({}, { key: foreign }), rules)).toBeUndefined();
    expect(await verifyIdentityToken(await signed({}, { kid: 'theirs' }), rules)).toBeUndefined();
  });

  it('that was changed, is unsigned, or signed by another method proves nothing', async () => {
    const [head, , signature] = (await signed()).split('.');
    const payload = Buffer.from(
      JSON.stringify({ ...claims, sub: 'admin', exp: now() + 300 }),
    ).toString('base64url');
    const unsigned = new UnsecuredJWT({
      ...claims,
      sub: 'ada',
      iat: now(),
      exp: now() + 300,
    }).encode();
    const symmetric = await new SignJWT({
      ...claims,
      sub: 'ada',
      iat: now(),
      exp: now() + 300,
      iss: 'urn:issuer',
      aud: 'urn:shop',
    })
      .setProtectedHeader({ alg: 'HS256', kid: 'ours' })
      .sign(new TextEncoder().encode('a public key used as a password'));
    for (const forged of [`${head}.${payload}.${signature}`, unsigned, symmetric, '', 'a.b.c'])
      expect(await verifyIdentityToken(forged, rules)).toBeUndefined();
  });

  it('of a sign-in somebody else began proves nothing', async () => {
    const token = await signed();
    expect(await verifyIdentityToken(token, { ...rules, nonce: 'this sign-in' })).toMatchObject({
      subject: 'ada',
    });
    expect(await verifyIdentityToken(token, { ...rules, nonce: 'another' })).toBeUndefined();
  });

  it('counts an address as unconfirmed when the service does not say', async () => {
    expect(
      await verifyIdentityToken(await signed({ email_verified: undefined }), rules),
    ).toMatchObject({ emailVerified: false });
  });
});
