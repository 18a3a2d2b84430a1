import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#test/database.ts';
import { faultsOf, live } from '#test/hosted-environment.ts';
import { announcement } from './announce.ts';
import { configFrom } from './config.ts';
import type { Environment } from './variables.ts';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const { privateKey: ellipticKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const of = {
  type: 'service_account',
  project_id: 'shop-1a2b3',
  private_key_id: 'abc',
  private_key: privateKey,
  client_email: 'shop@shop-1a2b3.iam.gserviceaccount.com',
};
const account = JSON.stringify(of);
const firebase = { FIREBASE_PROJECT_ID: 'shop-1a2b3', FIREBASE_API_KEY: 'AIza-key' };
const demo = { SHOP_MODE: 'demo', ...firebase };
const emulator = { FIREBASE_AUTH_EMULATOR: 'http://127.0.0.1:9099' };

describe('a shop with a Firebase project', () => {
  test('knows it by two settings', () => {
    expect(configFrom({ ...live, ...firebase }).thirdParties.identity).toEqual({
      projectId: 'shop-1a2b3',
      apiKey: 'AIza-key',
      authDomain: 'shop-1a2b3.firebaseapp.com',
      emulator: undefined,
      serviceAccount: undefined,
    });
  });

  test('takes a service account as JSON or as a file, and a domain of its own', () => {
    const file = path.join(temporaryFolder('firebase'), 'account.json');
    writeFileSync(file, account);
    for (const given of [account, file])
      expect(
        configFrom({
          ...live,
          ...firebase,
          FIREBASE_SERVICE_ACCOUNT: given,
          FIREBASE_AUTH_DOMAIN: 'auth.shop.example',
        }).thirdParties.identity,
      ).toMatchObject({
        authDomain: 'auth.shop.example',
        serviceAccount: {
          email: 'shop@shop-1a2b3.iam.gserviceaccount.com',
          keyId: 'abc',
          privateKey,
        },
      });
  });

  test('says at its start what that means, and holds no secret', () => {
    const opened = {
      publicUrl: 'https://shop.example',
      seconds: 1,
      engine: 'server',
      demoAccounts: false,
      onTerminal: false,
    } as const;
    const said = (env: Environment) => announcement(configFrom(env), opened).join('\n');
    expect(said({ ...live, ...firebase })).toMatch(
      /Firebase's project shop-1a2b3.*\n.*FIREBASE_SERVICE_ACCOUNT is not set/,
    );
    const whole = said({ ...live, ...firebase, FIREBASE_SERVICE_ACCOUNT: account });
    expect(whole).toContain("Firebase's project shop-1a2b3");
    expect(whole).not.toMatch(/SERVICE_ACCOUNT|PRIVATE|gserviceaccount|AIza|Google button/);
    expect(said(demo)).toContain("people sign in at Firebase's project shop-1a2b3");
    expect(said({ ...demo, ...emulator })).toContain(
      'anyone can sign in as anyone, at an emulator',
    );
  });
});

describe('an emulator of Firebase', () => {
  test('is for the demo, on this machine', () => {
    expect(configFrom({ ...demo, ...emulator }).thirdParties.identity).toMatchObject({
      emulator: new URL('http://127.0.0.1:9099'),
    });
    expect(faultsOf({ ...live, ...firebase, ...emulator })).toEqual([
      expect.stringMatching(/^FIREBASE_AUTH_EMULATOR lets anyone sign in as anyone/),
    ]);
    for (const elsewhere of ['http://emulator.example:9099', 'http://127.0.0.1:9099/path', '9099'])
      expect(faultsOf({ ...demo, FIREBASE_AUTH_EMULATOR: elsewhere })).toEqual([
        expect.stringMatching(/^FIREBASE_AUTH_EMULATOR must be a stand-in on this machine/),
      ]);
  });
});

test.each([
  [{ FIREBASE_API_KEY: 'AIza-key' }, [/^FIREBASE_PROJECT_ID must/, /^FIREBASE_AUTH_DOMAIN must/]],
  [{ FIREBASE_PROJECT_ID: 'shop-1a2b3' }, [/^FIREBASE_API_KEY must/]],
  [{ ...firebase, FIREBASE_PROJECT_ID: 'a/b?c' }, [/PROJECT_ID must/, /AUTH_DOMAIN must/]],
  [{ ...firebase, FIREBASE_AUTH_DOMAIN: 'https://x.example' }, [/^FIREBASE_AUTH_DOMAIN must/]],
  [{ ...firebase, FIREBASE_SERVICE_ACCOUNT: '/nowhere' }, [/^FIREBASE_SERVICE_ACCOUNT must/]],
  [{ ...firebase, FIREBASE_SERVICE_ACCOUNT: '{"a":1}' }, [/^FIREBASE_SERVICE_ACCOUNT must/]],
  [
    {
      ...firebase,
      FIREBASE_SERVICE_ACCOUNT: account.replace('BEGIN PRIVATE KEY-----', '$&\\nAAAA'),
    },
    [/^FIREBASE_SERVICE_ACCOUNT must/],
  ],
  [
    { ...firebase, FIREBASE_SERVICE_ACCOUNT: JSON.stringify({ ...of, private_key: ellipticKey }) },
    [/^FIREBASE_SERVICE_ACCOUNT must/],
  ],
  [
    { ...firebase, FIREBASE_PROJECT_ID: 'shop-other', FIREBASE_SERVICE_ACCOUNT: account },
    [/^FIREBASE_SERVICE_ACCOUNT is of another project/],
  ],
  [
    { ...firebase, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' },
    [/^GOOGLE_CLIENT_ID is of no use/],
  ],
] as [Environment, RegExp[]][])('a start with %o is refused, without a value', (env, faults) => {
  const found = faultsOf({ SHOP_MODE: 'demo', ...env });
  expect(found).toEqual(faults.map((fault) => expect.stringMatching(fault)));
  expect(found.join('\n')).not.toMatch(/PRIVATE|AIza|nowhere/);
});

test('a Firebase setting alone does not make a demo', () => {
  for (const one of [{ FIREBASE_PROJECT_ID: 'shop-1a2b3' }, emulator])
    expect(faultsOf(one)).toEqual([expect.stringMatching(/^Say SHOP_MODE=demo or SHOP_MODE=live/)]);
});
