import { fstatSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '#test/database.ts';

const synced = vi.hoisted(() => ({ inodes: [] as number[] }));

vi.mock(import('node:fs'), async (original) => {
  const fs = await original();
  return {
    ...fs,
    fsyncSync(descriptor: number) {
      synced.inodes.push(fstatSync(descriptor).ino);
      fs.fsyncSync(descriptor);
    },
  };
});

// Loaded anew: files of tests share their modules, and this one wants them on the file system above.
vi.resetModules();
const { renewSecret, secretFrom, secretsBefore } = await import('./secrets.ts');
afterAll(() => vi.doUnmock('node:fs'));

let dataDir: string;
beforeEach(() => {
  dataDir = temporaryFolder('secrets');
  synced.inodes.length = 0;
});

test('a secret is made once, for the eyes of its user only, and nothing is left beside it', () => {
  const secret = secretFrom(dataDir, 'identity');
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(secretFrom(dataDir, 'identity')).toBe(secret);
  expect(secretFrom(dataDir, 'other')).not.toBe(secret);
  const folder = path.join(dataDir, 'secrets');
  expect(readdirSync(folder)).toEqual(['identity', 'other']);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(folder, 'identity')).mode & 0o777).toBe(0o600);
});

test('secrets that were replaced stay, the last one first, and there is none where no folder is', () => {
  expect(secretsBefore(dataDir, 'identity')).toEqual([]);
  const known = [secretFrom(dataDir, 'identity')];
  secretFrom(dataDir, 'identity-beforehand');
  for (let times = 1; times < 4; times += 1) {
    renewSecret(dataDir, 'identity');
    expect(secretsBefore(dataDir, 'identity')).toEqual(known);
    known.unshift(secretFrom(dataDir, 'identity'));
  }
  expect(new Set(known).size).toBe(4);
});

test('a secret outlives a power cut: its file, its folder and the folder of that are on the disk before it is used', () => {
  secretFrom(dataDir, 'identity');
  const folder = path.join(dataDir, 'secrets');
  expect(synced.inodes).toEqual(
    [path.join(folder, 'identity'), folder, dataDir].map((place) => statSync(place).ino),
  );
});
