import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { standardConnections } from '#server/db/standard-connections.ts';
import { faultsOf, live, mail, stripe, testKeys, without } from '#test/hosted-environment.ts';
import { configFrom } from './config.ts';
import { sandboxes } from './third-party-config.ts';

describe('with nothing set', () => {
  test('the shop is the demo, on loopback, with its sandboxes', () => {
    expect(configFrom({})).toMatchObject({
      mode: 'demo',
      host: '127.0.0.1',
      port: 3000,
      publicUrl: undefined,
      thirdParties: sandboxes,
      trustedProxies: [],
      databasePool: standardConnections(),
    });
    expect(configFrom({ DATABASE_POOL: '40' }).databasePool).toBe(40);
  });

  test.each([
    { HOST: '0.0.0.0' },
    { HOST: '192.168.1.7', ALLOW_DEMO_ON_NETWORK: '1' },
    { DATABASE_URL: 'postgres://localhost/shop' },
    { STRIPE_SECRET_KEY: 'sk_test_a1' },
    { STRIPE_PUBLISHABLE_KEY: 'pk_live_a1' },
    { STRIPE_WEBHOOK_SECRET: 'whsec_a1' },
    { GOOGLE_CLIENT_ID: 'client' },
    { GOOGLE_CLIENT_SECRET: 'secret' },
    { IMGBB_API_KEY: 'key' },
    { S3_SECRET_ACCESS_KEY: 'secret' },
    { SMTP_URL: 'smtp://localhost' },
  ])('but %o, the start is refused with one sentence: the shop does not guess', (env) => {
    expect(faultsOf(env)).toEqual([
      expect.stringMatching(/^Say SHOP_MODE=demo or SHOP_MODE=live: [^.]+\.$/),
    ]);
  });

  test.each(['127.0.0.1', 'localhost', '::1'])('but HOST=%s, it is still the demo', (HOST) => {
    expect(configFrom({ HOST, SHOP_MODE: ' ' }).mode).toBe('demo');
  });
});

describe('the demo', () => {
  test('works with a database server, and with test keys and a mail server', () => {
    const config = configFrom({
      SHOP_MODE: 'demo',
      DATABASE_URL: 'postgresql://localhost/shop',
      ...testKeys,
      ...mail,
    });
    expect(config).toMatchObject({
      mode: 'demo',
      databaseUrl: 'postgresql://localhost/shop',
      thirdParties: { google: 'sandbox', images: 'disk' },
    });
    expect(config.thirdParties.cards).toEqual({
      secretKey: 'sk_test_a1',
      publishableKey: 'pk_test_a1',
      webhookSecrets: ['whsec_a1'],
      standIn: undefined,
    });
    expect(config.thirdParties.mail).toMatchObject({
      host: 'mail.example',
      from: { address: 'orders@shop.example' },
    });
  });

  test('refuses live keys (Spec §9), and a half of what Stripe needs', () => {
    expect(faultsOf({ SHOP_MODE: 'demo', ...stripe })).toEqual([
      'STRIPE_SECRET_KEY is a live key: the demo takes only test keys.',
      'STRIPE_PUBLISHABLE_KEY is a live key: the demo takes only test keys.',
    ]);
    expect(faultsOf({ SHOP_MODE: 'demo', STRIPE_SECRET_KEY: 'sk_test_a1' })).toEqual([
      expect.stringMatching(/^STRIPE_PUBLISHABLE_KEY is missing/),
      expect.stringMatching(/^STRIPE_WEBHOOK_SECRET is missing/),
    ]);
  });

  test('listens where others reach it only when told that this is meant', () => {
    expect(faultsOf({ SHOP_MODE: 'demo', HOST: '0.0.0.0' })).toEqual([
      expect.stringContaining('ALLOW_DEMO_ON_NETWORK=1'),
    ]);
    expect(
      faultsOf({ SHOP_MODE: 'demo', HOST: '0.0.0.0', ALLOW_DEMO_ON_NETWORK: 'yes' }),
    ).toHaveLength(1);
    expect(faultsOf({ SHOP_MODE: 'demo', HOST: '0.0.0.0', ALLOW_DEMO_ON_NETWORK: '1' })).toEqual(
      [],
    );
  });
});

describe('a live shop', () => {
  test('opens with a card provider, a mail server and its address, wherever it listens', () => {
    expect(configFrom({ ...live, HOST: '0.0.0.0' })).toMatchObject({
      mode: 'live',
      host: '0.0.0.0',
      publicUrl: 'https://shop.example',
      thirdParties: {
        cards: { secretKey: 'sk_live_a1', standIn: undefined },
        google: undefined,
        images: 'disk',
      },
    });
  });

  test('may have a restricted key, Google and imgbb', () => {
    const more = {
      STRIPE_SECRET_KEY: 'rk_live_b2',
      GOOGLE_CLIENT_ID: 'id',
      GOOGLE_CLIENT_SECRET: 'secret',
      IMGBB_API_KEY: 'key',
    };
    expect(configFrom({ ...live, ...more }).thirdParties).toMatchObject({
      cards: { secretKey: 'rk_live_b2' },
      google: { clientId: 'id', clientSecret: 'secret' },
      images: { key: 'key', base: new URL('https://api.imgbb.com') },
    });
  });

  test.each([
    ['PUBLIC_URL', 'A live shop needs PUBLIC_URL, the address under which people reach it.'],
    [
      'STRIPE_SECRET_KEY',
      'STRIPE_SECRET_KEY is missing: Stripe needs all of STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET.',
    ],
    [
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_PUBLISHABLE_KEY is missing: Stripe needs all of STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET.',
    ],
    [
      'STRIPE_WEBHOOK_SECRET',
      'STRIPE_WEBHOOK_SECRET is missing: Stripe needs all of STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET.',
    ],
    ['SMTP_URL', 'A live shop needs a mail server: set SMTP_URL and MAIL_FROM.'],
  ])('is refused without %s', (name, sentence) => {
    expect(faultsOf(without(live, name))).toEqual([sentence]);
  });

  test('is refused without a sender of its mails', () => {
    expect(faultsOf(without(live, 'MAIL_FROM'))).toEqual([expect.stringContaining('MAIL_FROM')]);
  });

  test.each([
    { STRIPE_SECRET_KEY: 'sk_test_a1' },
    { STRIPE_SECRET_KEY: 'rk_test_a1' },
    { STRIPE_PUBLISHABLE_KEY: 'pk_test_a1' },
  ])('is refused with a test key: %o', (key) => {
    const [name = ''] = Object.keys(key);
    expect(faultsOf({ ...live, ...key })).toEqual([
      `${name} is a test key: a live shop takes only live keys.`,
    ]);
  });

  test.each([
    { STRIPE_SECRET_KEY: 'pk_live_a1' },
    { STRIPE_SECRET_KEY: 'sk_live_a1 oops' },
    { STRIPE_PUBLISHABLE_KEY: 'sk_live_a1' },
    { STRIPE_WEBHOOK_SECRET: 'a1' },
  ])('is refused with a key that is none, and does not say the key: %o', (key) => {
    const [name, value] = Object.entries(key).flat() as [string, string];
    const faults = faultsOf({ ...live, ...key });
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name} must begin with `))]);
    expect(faults.join()).not.toContain(value);
  });

  test('is refused without a card provider, unless it is said that no money moves; then Google is still no sandbox', () => {
    const none = without(live, ...Object.keys(stripe));
    expect(faultsOf(none)).toEqual([
      expect.stringMatching(/^A live shop needs a card provider: .*ALLOW_SANDBOX_PAYMENTS=1/),
    ]);
    expect(faultsOf({ ...none, ALLOW_SANDBOX_PAYMENTS: 'true' })).toHaveLength(1);
    expect(configFrom({ ...none, ALLOW_SANDBOX_PAYMENTS: '1' }).thirdParties).toMatchObject({
      cards: 'sandbox',
      google: undefined,
    });
    // The permission is for no keys, not for wrong ones.
    expect(
      faultsOf({ ...live, STRIPE_SECRET_KEY: 'sk_test_a1', ALLOW_SANDBOX_PAYMENTS: '1' }),
    ).toHaveLength(1);
  });

  test('is reached over https, unless it is on this machine', () => {
    expect(faultsOf({ ...live, PUBLIC_URL: 'http://shop.example' })).toEqual([
      expect.stringMatching(/^PUBLIC_URL must begin with https/),
    ]);
    for (const PUBLIC_URL of [
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'http://[::1]:3000',
    ])
      expect(faultsOf({ ...live, PUBLIC_URL })).toEqual([]);
  });

  test('on https is refused until it is said who is in front of it, or that nobody is: it speaks no TLS itself', () => {
    const sentence = expect.stringMatching(
      /^TRUST_PROXY is missing: .*\(TRUST_PROXY=none to insist\)\.$/,
    );
    expect(faultsOf(without(live, 'TRUST_PROXY'))).toEqual([sentence]);
    expect(faultsOf({ ...live, TRUST_PROXY: ' ' })).toEqual([sentence]);
    expect(configFrom({ ...live, TRUST_PROXY: '10.0.0.7' }).trustedProxies).toEqual(['10.0.0.7']);
    expect(configFrom({ ...live, TRUST_PROXY: 'none' }).trustedProxies).toEqual([]);
    expect(
      faultsOf({ ...without(live, 'TRUST_PROXY'), PUBLIC_URL: 'http://localhost:3000' }),
    ).toEqual([]);
    expect(faultsOf({ SHOP_MODE: 'demo', PUBLIC_URL: 'https://demo.example' })).toEqual([]);
  });

  test('does not run on the development server, which gives out what it is made of', () => {
    expect(() => configFrom(live, { development: true })).toThrow(
      /^A live shop does not run with --dev: [^\n]+$/,
    );
    expect(configFrom({}, { development: true }).mode).toBe('demo');
  });

  test('is told every fault at once, and where its database would be', () => {
    const env = {
      SHOP_MODE: 'live',
      PORT: '70000',
      LOG_LEVEL: 'loud',
      LOG: 'yaml',
      LOG_SLOW_QUERY_MS: 'soon',
      METRICS_TOKEN: 'thirty-two characters with spaces',
      DATABASE_POOL: '3',
      ORDER_HOLD_HOURS: '0',
      UNPAID_ORDERS_PER_NETWORK: '1.5',
      KEEP_HISTORY_DAYS: '364',
      KEEP_EVENTS_DAYS: '40000',
      GOOGLE_CLIENT_ID: 'id',
      STRIPE_SECRET_KEY: 'sk_test_a1',
      TRUST_PROXY: 'all',
      IDENTITY_SECRET: 'short',
      DATA_DIR: '/tmp/shop',
    };
    const named = [
      'PORT',
      'DATABASE_POOL',
      'ORDER_HOLD_HOURS',
      'UNPAID_ORDERS_PER_NETWORK',
      'KEEP_HISTORY_DAYS',
      'KEEP_EVENTS_DAYS',
      'LOG_LEVEL',
      'LOG must',
      'LOG_SLOW_QUERY_MS must',
      'METRICS_TOKEN must',
      'IDENTITY_SECRET',
      'PUBLIC_URL',
      'TRUST_PROXY',
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_WEBHOOK_SECRET',
      'GOOGLE_CLIENT_SECRET',
      'SMTP_URL',
    ];
    const faults = faultsOf(env);
    expect(
      faults.map(
        (fault) =>
          named.find((name) => fault.startsWith(name)) ??
          named.find((name) => fault.includes(name)),
      ),
    ).toEqual(named);
    expect(() => configFrom(env)).toThrow(faults.join('\n'));
    expect(() => configFrom(env)).toThrow(
      expect.objectContaining({
        database: {
          dataDir: '/tmp/shop',
          databaseUrl: undefined,
          mode: 'live',
          cardAccount: 'live',
        },
      }),
    );
  });
});

describe('each variable', () => {
  test.each([
    { SHOP_MODE: 'production' },
    { PORT: '-1' },
    { PORT: '3000.5' },
    { PUBLIC_URL: 'shop.example' },
    { PUBLIC_URL: 'https://shop.example/shop' },
    { PUBLIC_URL: 'ftp://shop.example' },
    { DATABASE_URL: 'mysql://localhost/shop', SHOP_MODE: 'demo' },
    { GOOGLE_CLIENT_SECRET: 'alone', SHOP_MODE: 'demo' },
    { STRIPE_API_BASE: 'https://api.example' },
    { STRIPE_API_BASE: 'http://127.0.0.1:12111/v1' },
    { STRIPE_API_BASE: 'ftp://127.0.0.1' },
    { IMGBB_API_BASE: 'http://127.0.0.1.evil.example' },
    { DATA_DIR: 'web' },
    { DATA_DIR: 'web/public/../public/data' },
    { DATA_DIR: path.join(import.meta.dirname, '..', '..', 'node_modules', '.data') },
    { DATA_DIR: 'build/data' },
    { TRUST_PROXY: '1' },
    { TRUST_PROXY: 'true' },
    { TRUST_PROXY: '10.0.0.0/0' },
    { TRUST_PROXY: '10.0.0.0/33' },
    { TRUST_PROXY: '10.0.0.0/8/8' },
    { MAIL_FROM: 'shop@example.com' },
  ])('refuses what cannot be used: %o', (env) => {
    expect(faultsOf(env)).toHaveLength(1);
  });

  test.each(['none, 10.0.0.7', 'nobody'])(
    'TRUST_PROXY=%s is no way to say that there is no proxy',
    (TRUST_PROXY) => {
      expect(faultsOf({ ...live, TRUST_PROXY })).toEqual([
        expect.stringMatching(/^TRUST_PROXY must name the proxies/),
      ]);
    },
  );

  test.each(['.data', 'data', '.', '..', 'website', 'web..data'])(
    'takes DATA_DIR=%s, of which no browser is given a file',
    (DATA_DIR) => {
      expect(configFrom({ DATA_DIR }).dataDir).toBe(path.resolve(DATA_DIR));
    },
  );

  test('names proxies by address, network or place', () => {
    const TRUST_PROXY = '10.0.0.7, 10.1.0.0/16, fd00::/8, loopback';
    expect(configFrom({ TRUST_PROXY }).trustedProxies).toEqual([
      '10.0.0.7',
      '10.1.0.0/16',
      'fd00::/8',
      'loopback',
    ]);
  });

  test('of a stand-in is taken on this machine only; the real address is the real provider', () => {
    const cards = (STRIPE_API_BASE: string) =>
      configFrom({ ...live, STRIPE_API_BASE }).thirdParties.cards;
    expect(cards('http://127.0.0.1:12111')).toMatchObject({
      standIn: new URL('http://127.0.0.1:12111'),
    });
    expect(cards('https://api.stripe.com/')).toMatchObject({ standIn: undefined });
  });
});
