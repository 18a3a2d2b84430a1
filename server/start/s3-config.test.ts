import { describe, expect, test } from 'vitest';
import { live } from '#test/hosted-environment.ts';
import { announcement } from './announce.ts';
import { ConfigError, configFrom } from './config.ts';
import type { Environment } from './variables.ts';

const bucket = {
  S3_ENDPOINT: 'https://s3.eu-central-1.example',
  S3_BUCKET: 'shop.pictures',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'key-a1',
  S3_SECRET_ACCESS_KEY: 'secret-a1',
  S3_PUBLIC_URL: 'https://cdn.example/shop/',
};

/** What a live shop with these variables is refused for. */
function faultsOf(env: Environment): string {
  try {
    configFrom({ ...live, ...env });
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

describe('a bucket for pictures', () => {
  test('is used when all of it is set, and named at the start', () => {
    const config = configFrom({ ...live, ...bucket, DATABASE_URL: 'postgres://shop@db/shop' });
    expect(config.thirdParties.images).toEqual({
      base: new URL('https://s3.eu-central-1.example'),
      name: 'shop.pictures',
      region: 'eu-central-1',
      accessKeyId: 'key-a1',
      secretAccessKey: 'secret-a1',
      publicUrl: 'https://cdn.example/shop',
    });
    const opened = { publicUrl: 'https://shop.example', seconds: 1, engine: 'server' } as const;
    const said = announcement(config, { ...opened, demoAccounts: false, onTerminal: false });
    expect(said).toContain('Uploaded pictures are kept at s3.eu-central-1.example.');
    expect(said.join('\n')).not.toMatch(/must share|key-a1|secret-a1/);
  });

  test('may be a stand-in on this machine, also of the demo', () => {
    const S3_ENDPOINT = 'http://127.0.0.1:9000';
    const here = { ...bucket, S3_ENDPOINT, S3_PUBLIC_URL: `${S3_ENDPOINT}/shop.pictures` };
    const { images } = configFrom({ SHOP_MODE: 'demo', ...here, S3_REGION: '' }).thirdParties;
    expect(images).toMatchObject({ base: new URL(S3_ENDPOINT), region: 'us-east-1' });
  });

  const names = [
    'S3_ENDPOINT',
    'S3_BUCKET',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'S3_PUBLIC_URL',
  ];

  test.each(names)('is refused without %s', (name) => {
    expect(faultsOf({ ...bucket, [name]: '' })).toBe(
      `${name} is missing: a bucket needs all of ${names.join(', ')}.`,
    );
  });

  test.each([
    { S3_ENDPOINT: 'http://s3.example' },
    { S3_ENDPOINT: 'https://s3.example/shop' },
    { S3_ENDPOINT: 'https://key-a1:secret-a1@s3.example' },
    { S3_ENDPOINT: 's3.example' },
    { S3_ENDPOINT: 'http://127.0.0.1.evil.example' },
    { S3_BUCKET: 'Shop' },
    { S3_BUCKET: 'a/b' },
    { S3_BUCKET: '..' },
    { S3_BUCKET: 'a' },
    { S3_REGION: 'eu/central' },
    { S3_PUBLIC_URL: 'http://cdn.example' },
    { S3_PUBLIC_URL: 'https://cdn.example/?a' },
    { S3_PUBLIC_URL: 'https://cdn.example/#a' },
    { S3_PUBLIC_URL: 'https://user:secret-a1@cdn.example' },
    { S3_PUBLIC_URL: 'javascript:alert(1)' },
    { S3_PUBLIC_URL: "https://cdn.example/a b;'" },
    { IMGBB_API_KEY: 'secret-a1' },
  ])('is refused in one sentence that says no value: %o', (wrong) => {
    const said = faultsOf({ ...bucket, ...wrong });
    expect(said).toMatch(/^(?:S3|IMGBB)_[A-Z_]+ [^\n]+\.$/);
    expect(said).not.toMatch(/a1|evil|cdn\.example/);
  });
});
