import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { embedded, picture, query } from './backup-homes.ts';
import { freshDataDir, temporaryFolder } from './database.ts';
import { programEnvironment } from './program-environment.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const root = path.join(import.meta.dirname, '..');
let dataDir: string;
let folder: string;
const at = (name: string): string => path.join(folder, name);

beforeAll(async () => {
  dataDir = await freshDataDir();
  folder = temporaryFolder('nightly');
  for (const name of ['backups', 'offsite', 'bin']) mkdirSync(at(name));
  writeFileSync(at('underhood.env'), 'IDENTITY_SECRET=');
  writeFileSync(at('passphrase'), 'correct horse battery staple\n');
  // Programs of the system: one that becomes another user, one that copies to another machine.
  program('runuser', `[ "$1 $2 $3" = "-u underhood --" ] && shift 3 && exec "$@"`);
  program('rclone', `cp -R "$2"/. '${at('offsite')}'`);
});
afterAll(() => {
  for (const made of [dataDir, folder]) rmSync(made, { recursive: true, force: true });
});

function program(name: string, text: string): void {
  writeFileSync(path.join(at('bin'), name), `#!/bin/sh\n${text}\n`);
  chmodSync(path.join(at('bin'), name), 0o755);
}

/** Runs deploy/underhood-backup in places of this test. */
async function runNightly(): Promise<{ code: unknown; said: string }> {
  const script = Object.entries({
    '/opt/underhood/current': root,
    '/var/lib/underhood': dataDir,
    '/var/backups/underhood': at('backups'),
    '/etc/underhood.env': at('underhood.env'),
    '/etc/underhood-passphrase': at('passphrase'),
  }).reduce(
    (text, [place, here]) => text.replaceAll(place, here),
    readFileSync(path.join(root, 'deploy', 'underhood-backup'), 'utf8'),
  );
  writeFileSync(at('script'), script);
  const node = path.dirname(process.execPath);
  const env = { ...programEnvironment, PATH: `${at('bin')}:${node}:${process.env['PATH']}` };
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-e', at('script')], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, said: out + err }),
    );
  });
}

test('the nightly script keeps a backup elsewhere, and reports missing pictures by its status', async () => {
  expect(await runNightly()).toEqual({ code: 0, said: expect.stringContaining('Backed up') });
  const [made = ''] = readdirSync(at('offsite'));
  expect(readdirSync(at('backups'))).toEqual([made]);
  for (const place of ['backups', 'offsite']) rmSync(path.join(at(place), made));
  await query(
    embedded(dataDir),
    `insert into users (id, issuer, subject, email, email_verified, name, created_at, updated_at)
       values ('00000000-0000-4000-8000-000000000001', 'test', 'a', 'a@example.com', true, 'A', now(), now());
     insert into images (url, uploaded_by, created_at) values ('/images/${picture}', '00000000-0000-4000-8000-000000000001', now())`,
  );
  expect(await runNightly()).toEqual({ code: 3, said: expect.stringContaining(picture) });
  const [lacking] = readdirSync(at('backups'));
  expect(lacking).toMatch(/^underhood-.*\.backup$/);
  expect(readdirSync(at('offsite'))).toEqual([lacking]);
});

test('the nightly script sends nothing away after a backup that failed', async () => {
  rmSync(at('passphrase'));
  const before = readdirSync(at('offsite'));
  expect(await runNightly()).toEqual({
    code: 1,
    said: expect.stringContaining('No backup was made.'),
  });
  expect(readdirSync(at('offsite'))).toEqual(before);
});
