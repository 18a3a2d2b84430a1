import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { wrongDatabase } from '#server/start/database-use.ts';
import { freshDataDir, temporaryFolder } from './database.ts';
import { ensureBuilt } from '#test/faults/shop-process.ts';
import { live as hosted, testKeys } from './hosted-environment.ts';
import { programEnvironment } from './program-environment.ts';
import { runStart } from './run-start.ts';

const live = { ...hosted, PORT: '0' };
const preload = path.join(import.meta.dirname, 'no-sandboxes-preload.ts');

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A data folder whose embedded database is empty. */
async function newDataDir(): Promise<string> {
  const dataDir = await freshDataDir();
  folders.push(dataDir);
  return dataDir;
}

/** A data folder whose embedded database holds one row more than an empty shop's. */
async function dataWith(row: ReturnType<typeof sql>): Promise<string> {
  const dataDir = await newDataDir();
  const { db, close } = await openDatabase({ dataDir });
  await row.execute(db);
  await close();
  return dataDir;
}

const demoAdmin = sql`
  insert into users (id, issuer, subject, email, email_verified, name, role, created_at, updated_at)
  values (gen_random_uuid(), 'x', 'x', 'admin@example.com', true, 'Ada', 'admin', now(), now())`;
const whoeverTheySaid = sql`insert into google_sandbox.records (model, id, payload) values ('Account', '1', '{}'::jsonb)`;

describe('a start that cannot go on', { timeout: 180_000 }, () => {
  test('says why, a sentence for every fault, exits 1 and touches nothing', async () => {
    const folder = temporaryFolder('start');
    folders.push(folder);
    const dataDir = path.join(folder, 'data');
    expect(
      await runStart({
        SHOP_MODE: 'live',
        PORT: 'x',
        STRIPE_SECRET_KEY: 'sk_test_a1',
        DATA_DIR: dataDir,
      }),
    ).toEqual({
      code: 1,
      said: [
        "PORT must be a number from 0 to 65535, not 'x'.",
        'A live shop needs PUBLIC_URL, the address under which people reach it.',
        expect.stringMatching(/^TRUST_PROXY is missing/),
        'STRIPE_SECRET_KEY is a test key: a live shop takes only live keys.',
        expect.stringContaining('STRIPE_PUBLISHABLE_KEY is missing'),
        expect.stringContaining('STRIPE_WEBHOOK_SECRET is missing'),
        'A live shop needs a mail server: set SMTP_URL and MAIL_FROM.',
      ],
    });
    expect(existsSync(dataDir)).toBe(false);
  });

  test('is that of a live shop on a database with the accounts of the demo, named with all other faults', async () => {
    const DATA_DIR = await dataWith(demoAdmin);
    expect(await runStart({ ...live, DATA_DIR })).toEqual({
      code: 1,
      said: [wrongDatabase.demoAccounts],
    });
    expect(await runStart({ ...live, DATA_DIR, STRIPE_SECRET_KEY: 'sk_test_a1' })).toEqual({
      code: 1,
      said: [
        'STRIPE_SECRET_KEY is a test key: a live shop takes only live keys.',
        wrongDatabase.demoAccounts,
      ],
    });
  });

  test('is that of a live shop on a database with accounts from the sandbox that lets anyone be anyone', async () => {
    expect(await runStart({ ...live, DATA_DIR: await dataWith(whoeverTheySaid) })).toEqual({
      code: 1,
      said: [wrongDatabase.demoAccounts],
    });
  });

  test('is that of a live shop on the development server', async () => {
    expect(await runStart({ ...live, DATA_DIR: '/nonexistent' }, '--dev')).toEqual({
      code: 1,
      said: ['A live shop does not run with --dev: the development server gives out its sources.'],
    });
  });

  test.each([
    ['a live shop', live],
    ['a mail server', { SHOP_MODE: 'demo', SMTP_URL: live.SMTP_URL, MAIL_FROM: live.MAIL_FROM }],
    [
      'hosted cards',
      {
        SHOP_MODE: 'demo',
        STRIPE_SECRET_KEY: 'sk_test_a1',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_a1',
        STRIPE_WEBHOOK_SECRET: 'whsec_a1',
      },
    ],
  ])('is that of loading demo data into %s', async (_what, env) => {
    const { code, said } = await runStart({ ...env, DATA_DIR: '/nonexistent' }, '--load-demo');
    expect(code).toBe(1);
    expect(said).toEqual([expect.stringMatching(/^Demo data is loaded only in the demo/)]);
  });
});

test('a start loads no sandbox and no library before its time', { timeout: 180_000 }, async () => {
  await ensureBuilt();
  const env = { NODE_OPTIONS: `--import ${preload}` };
  expect(await runStart({ ...live, ...env, DATA_DIR: await newDataDir() })).toEqual({
    code: 0,
    said: [''],
  });
  const withoutCards = {
    SHOP_MODE: 'demo',
    PORT: '0',
    ...testKeys,
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
  };
  expect(await runStart({ ...withoutCards, ...env, DATA_DIR: await newDataDir() })).toEqual({
    code: 0,
    said: [''],
  });
  const { code, said } = await runStart({
    SHOP_MODE: 'demo',
    PORT: '0',
    ...env,
    DATA_DIR: await newDataDir(),
  });
  expect({ code, said: said.join() }).toEqual({
    code: 1,
    said: expect.stringContaining('A sandbox was loaded'),
  });
});

test.each(['sharp', 'nodemailer'])(
  '%s would be seen if it was loaded too early',
  async (library) => {
    const words = ['--import', preload, '--eval', `import('${library}')`];
    const run = promisify(execFile)(process.execPath, words, { env: programEnvironment });
    await expect(run).rejects.toThrow(`A library was loaded too early: node_modules/${library}/`);
  },
);
