import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '#test/database.ts';
import { ownLock, packageFaults } from './licences.ts';
import { root } from './run.ts';
import { bomFile, writeBom } from './sbom.ts';
import { secretsIn } from './secret-scan.ts';

/** Made at run time, so that the scan of this file does not find a secret. */
const long = 'a1B2'.repeat(9);
const hex = '0f'.repeat(16);
const planted: readonly (readonly [what: string, line: string])[] = [
  ['a private key', ['-----BEGIN EC', 'PRIVATE KEY-----'].join(' ')],
  ['a key of Stripe', ['const key = "sk', 'live', `${long}";`].join('_')],
  ['a key of Stripe', ['STRIPE_SECRET_KEY=rk', 'test', long].join('_')],
  ["the secret of Stripe's messages", `whsec_${hex}`],
  ['a secret of Google', `GOOGLE_CLIENT_SECRET: 'GOCSPX-${long}'`],
  ['a key of imgbb', `IMGBB_API_KEY=${hex}`],
  ['a password in an address', `postgres://shop:${long}@db.example/shop`],
  ['a secret of this shop', `IDENTITY_SECRET=${hex}`],
  ['a key of AWS', `AKIA${'Q3EGV7JX'.repeat(2)}`],
  ['a token of GitHub', `ghp_${long}`],
  ['a token of npm', `//registry.example/:_authToken=${long}`],
  [
    'a signed token',
    [
      'eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ',
      'eyJzdWIiOiIxMjM0NTY3ODkwIiwiYSI6MX0',
      'c2lnbmF0dXJlc2lnbmF0dXJl',
    ].join('.'),
  ],
];

let folder: string;

beforeAll(() => {
  folder = temporaryFolder('check');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(planted)('%s that stands in a file is found, and not repeated: %#', (what, line) => {
  mkdirSync(path.join(folder, 'deep'), { recursive: true });
  writeFileSync(path.join(folder, 'deep', 'notes.md'), `First\n${line}\n`);
  expect(secretsIn(folder)).toEqual([
    `${path.join('deep', 'notes.md')}:2: this looks like ${what}`,
  ]);
});

test('what git ignores is not looked at, and what only names a secret is none', () => {
  rmSync(path.join(folder, 'deep'), { recursive: true, force: true });
  const [, [, line] = ['', '']] = planted;
  for (const ignored of ['node_modules', '.data', '.git']) {
    mkdirSync(path.join(folder, ignored));
    writeFileSync(path.join(folder, ignored, 'a.txt'), line);
  }
  writeFileSync(path.join(folder, '.env'), line);
  writeFileSync(
    path.join(folder, 'a.md'),
    'STRIPE_SECRET_KEY=\nsk_live_, whsec_a1, smtps://shop:secret@mail.example, -----BEGIN CERTIFICATE-----\n',
  );
  expect(secretsIn(folder)).toEqual([]);
});

test('no file of this house holds a secret', () => {
  expect(secretsIn(root)).toEqual([]);
});

test('every package has a licence that we know the reason for, and runs nothing when it is installed', () => {
  expect(packageFaults(ownLock())).toEqual([]);
});

test('a package with another licence, with none, or with a script is named', () => {
  const packages = {
    '': {},
    'node_modules/fine': { version: '1.0.0', license: 'MIT' },
    'node_modules/fine/node_modules/@deep/copyleft': { version: '2.0.0', license: 'AGPL-3.0-only' },
    'node_modules/silent': { version: '3.0.0' },
    'node_modules/inherited': { version: '4.0.0', license: 'toString' },
    'node_modules/busy': { version: '5.0.0', license: 'ISC', hasInstallScript: true },
  };
  expect(packageFaults({ packages })).toEqual([
    '@deep/copyleft@2.0.0: its licence is AGPL-3.0-only, which is not in scripts/licences.json',
    'silent@3.0.0: it names no licence',
    'inherited@4.0.0: its licence is toString, which is not in scripts/licences.json',
    'busy@5.0.0: it runs a script of its own when it is installed',
  ]);
});

test('the bill of materials names every package of package.json, and is not kept', async () => {
  expect(await writeBom()).toEqual([]);
  const bom = JSON.parse(readFileSync(path.join(root, bomFile), 'utf8')) as {
    bomFormat: string;
    components: unknown[];
  };
  expect(bom.bomFormat).toBe('CycloneDX');
  expect(bom.components.length).toBeGreaterThan(100);
  expect(readFileSync(path.join(root, '.gitignore'), 'utf8').split('\n')).toContain(bomFile);
});
