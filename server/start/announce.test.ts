import { describe, expect, test } from 'vitest';
import { live, mail, stripe, testKeys, without } from '#test/hosted-environment.ts';
import { announcement as announced } from './announce.ts';
import { configFrom } from './config.ts';

const announcement = (...about: Parameters<typeof announced>) => announced(...about).join('\n');

describe('what is read at the start', () => {
  const opened = {
    publicUrl: 'https://shop.example',
    seconds: 1.25,
    engine: 'server',
    demoAccounts: false,
    onTerminal: false,
  } as const;

  test('says of a live shop that it has no Google button, and holds no secret', () => {
    const said = announcement(configFrom(live), opened);
    expect(said).toContain('There is no Google button');
    expect(said).not.toMatch(/admin@example|outbox|No money moves|_live_|whsec|secret@/);
    const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'very-secret' };
    expect(announcement(configFrom({ ...live, ...google }), opened)).not.toMatch(
      /Google|very-secret/,
    );
  });

  test('says of a live shop on https that was told to trust no proxy what that means', () => {
    expect(announcement(configFrom({ ...live, TRUST_PROXY: 'none' }), opened)).toContain(
      'TRUST_PROXY=none',
    );
    expect(announcement(configFrom({ ...live, TRUST_PROXY: '10.0.0.7' }), opened)).not.toContain(
      'TRUST_PROXY',
    );
    expect(
      announcement(
        configFrom({ ...live, TRUST_PROXY: 'none', PUBLIC_URL: 'http://localhost:3000' }),
        opened,
      ),
    ).not.toContain('TRUST_PROXY');
  });

  test('says of a live shop on a server what its copies must share', () => {
    const shared = (env: Parameters<typeof configFrom>[0]) =>
      /all copies of this shop must share (.*)\.$/m.exec(
        announcement(configFrom(env), opened),
      )?.[1];
    const onServer = { ...live, DATABASE_URL: 'postgres://shop@db/shop', DATA_DIR: '/srv/shop' };
    const secret = { IDENTITY_SECRET: 'x'.repeat(32) };
    expect(shared(without(onServer, 'IDENTITY_SECRET'))).toBe(
      '/srv/shop/images and /srv/shop/secrets',
    );
    expect(shared({ ...onServer, ...secret })).toBe('/srv/shop/images');
    expect(shared({ ...onServer, IMGBB_API_KEY: 'key' })).toBeUndefined();
    expect(shared(without({ ...live, DATA_DIR: '/srv/shop' }, 'DATABASE_URL'))).toBeUndefined();
  });

  test('says when no money moves in a live shop', () => {
    const sandbox = configFrom({
      ...without(live, ...Object.keys(stripe)),
      ALLOW_SANDBOX_PAYMENTS: '1',
    });
    expect(announcement(sandbox, opened)).toContain('No money moves');
    expect(
      announcement(configFrom({ ...live, STRIPE_API_BASE: 'http://127.0.0.1:12111' }), opened),
    ).toContain('No money moves');
  });

  test('says of a demo on a network that others need its name', () => {
    const onNetwork = { HOST: '0.0.0.0', SHOP_MODE: 'demo', ALLOW_DEMO_ON_NETWORK: '1' };
    expect(
      announcement(configFrom(onNetwork), { ...opened, publicUrl: 'http://localhost:3000' }),
    ).toContain('Others do not reach it yet');
    expect(
      announcement(configFrom(onNetwork), { ...opened, publicUrl: 'http://workshop:3000' }),
    ).not.toContain('Others');
    expect(
      announcement(configFrom({}), { ...opened, publicUrl: 'http://localhost:3000' }),
    ).not.toContain('Others');
  });

  test('says on a terminal how to end it, and names a test card only where one pays', () => {
    const onTerminal = { ...opened, onTerminal: true };
    expect(announcement(configFrom({}), onTerminal)).toMatch(/\nCtrl\+C ends it\.$/);
    expect(announcement(configFrom({}), opened)).not.toContain('Ctrl');
    expect(announcement(configFrom(live), onTerminal)).not.toContain('4242');
  });

  test('gives the sign-ins of the demo where they work, and only there', () => {
    const demo = configFrom({});
    expect(announcement(demo, { ...opened, demoAccounts: true })).toMatch(
      /admin@example\.com[^]*4242 4242 4242 4242[^]*no money moves, no mail leaves, and anyone can sign in as anyone/,
    );
    const hosted = announcement(configFrom({ SHOP_MODE: 'demo', ...testKeys, ...mail }), opened);
    expect(hosted).toMatch(/cards are taken with test keys, mails are really sent/);
    expect(hosted).not.toContain('admin@example.com');
  });
});
