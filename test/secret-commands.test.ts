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
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { secretFrom } from '#server/start/secrets.ts';
import { codeOfApp } from './authenticator.ts';
import { freshDataDir, temporaryFolder } from './database.ts';
import { startShop } from './harness.ts';
import { mailsTo } from './mailbox.ts';
import { runAdmin } from './run-admin.ts';
import { Visitor } from './visitor.ts';

vi.setConfig({ testTimeout: 180_000 });

const email = 'careful@example.com';
const password = 'bulk-order';
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

describe('npm run admin -- accept-new-secret', () => {
  /** The data folder of a live shop, with somebody who has a second factor. */
  async function liveShop(): Promise<string> {
    const dataDir = await freshDataDir();
    folders.push(dataDir);
    const database = await openDatabase({ dataDir });
    const shop = await startShop({ database });
    await shop.identity.createAccount({ name: 'Ada', email, password, verified: true });
    const visitor = new Visitor(shop.app);
    const ask = async (at: string, body: object) =>
      (await visitor.post(`/api/identity${at}`, body)).json();
    await ask('/sign-in/email', { email, password });
    const { secret } = await ask('/two-factor/enable', { password });
    await ask('/two-factor/confirm', { code: codeOfApp(secret) });
    await sql`insert into shop_facts (mode, card_accounts, secret_fingerprint) values ('live', '{live}', 'of a lost one')`.execute(
      shop.db,
    );
    await shop.close();
    return dataDir;
  }

  test('takes no secret that nobody gave, and asks a live shop for no address, because the mails have no link', async () => {
    const dataDir = await liveShop();
    expect(await runAdmin(['accept-new-secret'], { DATA_DIR: dataDir })).toEqual({
      code: 1,
      out: '',
      err: `There is no secret to accept: IDENTITY_SECRET is not set, and ${path.join(dataDir, 'secrets', 'identity')} does not exist. A start of the shop makes one.`,
    });
    expect(existsSync(path.join(dataDir, 'secrets'))).toBe(false);
    const IDENTITY_SECRET = 'the new secret of this shop, long enough';
    expect(await runAdmin(['accept-new-secret'], { DATA_DIR: dataDir, IDENTITY_SECRET })).toEqual({
      code: 0,
      out: [
        'The secret is that of IDENTITY_SECRET.',
        'The new secret is accepted. Everybody signs in anew; passwords stay.',
        'Second factors that were removed, and their owners mailed: 1.',
      ].join('\n'),
      err: '',
    });
    const database = await openDatabase({ dataDir });
    const shop = await startShop({ database, identitySecrets: [IDENTITY_SECRET] });
    const answer = await new Visitor(shop.app).post('/api/identity/sign-in/email', {
      email,
      password,
    });
    expect(answer.json()).toMatchObject({ user: { email } });
    expect((await mailsTo(shop.db, email)).map(({ subject }) => subject)).toContain(
      'Your sign-in asks for no code any more',
    );
    await shop.close();
  });
});
