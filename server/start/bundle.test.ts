import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/database.ts';
import { bundleFolder } from './bundle.js';

function sourcesWith(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder('bundle');
  for (const [file, text] of Object.entries({ 'contract/api.ts': 'api', ...files })) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return root;
}

function nameWith(files: Readonly<Record<string, string>>): string {
  return path.basename(bundleFolder(sourcesWith(files)));
}

test('a bundle is that of the sources and packages that are there, and of no others', () => {
  const sources = { 'server/shop.ts': 'shop', 'package-lock.json': '1' };
  const name = nameWith(sources);
  expect(nameWith(sources)).toBe(name);
  expect(nameWith({ ...sources, 'server/shop.test.ts': '', 'server/words.csv': '' })).toBe(name);
  const others = [
    nameWith({ ...sources, 'server/shop.ts': 'shop anew' }),
    nameWith({ ...sources, 'server/mails/mail.ts': '' }),
    nameWith({ ...sources, 'contract/api.ts': 'api anew' }),
    nameWith({ ...sources, 'contract/passwords.json': '[]' }),
    nameWith({ ...sources, 'package-lock.json': '2' }),
    nameWith({ 'server/shop.ts': 'shop' }),
    nameWith({ 'server/shops.ts': 'shop', 'package-lock.json': '1' }),
  ];
  expect(new Set([...others, name]).size).toBe(others.length + 1);
});
