import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { secretFrom } from '#server/start/secrets.ts';
import { temporaryFolder } from './database.ts';
import { runAdmin } from './run-admin.ts';

vi.setConfig({ testTimeout: 180_000 });

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

describe('npm run admin -- rotate-secret', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = temporaryFolder('rotate');
    folders.push(dataDir);
  });
  const secrets = () => path.join(dataDir, 'secrets');
  const read = (name: string) => readFileSync(path.join(secrets(), name), 'utf8');

  test('on a server makes the next secret first, and the current one of it when all copies know it', async () => {
    const home = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://127.0.0.1:9/not-asked' };
    const known = secretFrom(dataDir, 'identity');
    const first = await runAdmin(['rotate-secret'], home);
    expect([first.code, first.out]).toEqual([0, expect.stringMatching(/^Step 1 of 2/)]);
    expect(read('identity')).toBe(known);
    const next = read('identity-next');
    expect(next).toMatch(/^[\w-]{43}$/);
    const second = await runAdmin(['rotate-secret'], home);
    expect([second.code, second.out]).toEqual([0, expect.stringMatching(/^Step 2 of 2/)]);
    expect([read('identity'), read('identity-before')]).toEqual([next, known]);
    expect(readdirSync(secrets()).toSorted()).toEqual(['identity', 'identity-before']);
  });

  test('makes no secret where the shop has none, because that is another folder', async () => {
    expect(await runAdmin(['rotate-secret'], { DATA_DIR: dataDir })).toEqual({
      code: 1,
      out: '',
      err: `There is no secret in ${secrets()}: DATA_DIR is not the folder of a shop that has started.`,
    });
    expect(existsSync(secrets())).toBe(false);
  });

  test('leaves the files to the user of the shop when root runs it', async () => {
    const isRoot = process.getuid?.() === 0;
    const owner = isRoot ? { uid: 65_534, gid: 65_534 } : statSync(dataDir);
    mkdirSync(secrets());
    secretFrom(dataDir, 'identity');
    for (const place of [secrets(), path.join(secrets(), 'identity')])
      chownSync(place, owner.uid, owner.gid);
    expect((await runAdmin(['rotate-secret'], { DATA_DIR: dataDir })).code).toBe(0);
    for (const name of ['identity', 'identity-before']) {
      const { uid, gid, mode } = statSync(path.join(secrets(), name));
      expect([uid, gid, mode & 0o777]).toEqual([owner.uid, owner.gid, 0o600]);
    }
  });
});
