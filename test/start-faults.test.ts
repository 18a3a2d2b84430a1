import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { startupError } from '#server/start/startup-errors.ts';
import { freshDataDir, temporaryFolder } from './database.ts';
import { runProgram, runStart } from './run-start.ts';

let folder: string;
let dataDir: string;
let other: Server;
let port: string;

beforeAll(async () => {
  folder = temporaryFolder('start-faults');
  dataDir = await freshDataDir();
  other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  port = String((other.address() as AddressInfo).port);
});

afterAll(() => {
  other.close();
  for (const one of [folder, dataDir]) rmSync(one, { recursive: true, force: true });
});

describe('a start that cannot go on says in one sentence', { timeout: 180_000 }, () => {
  test('that another program has its port, before it fills a database', async () => {
    expect(await runStart({ PORT: port, DATA_DIR: dataDir })).toEqual({
      code: 1,
      said: [
        `The shop cannot listen on port ${port} of 127.0.0.1: another program has it; end that one, or set PORT to another.`,
      ],
    });
    const { db, close } = await openDatabase({ dataDir });
    expect(await db.selectFrom('parts').select('id').limit(1).execute()).toEqual([]);
    await close();
  });

  test('that this machine does not have the address of HOST', async () => {
    const env = {
      SHOP_MODE: 'demo',
      HOST: '203.0.113.9',
      ALLOW_DEMO_ON_NETWORK: '1',
      PORT: '0',
      DATA_DIR: dataDir,
    };
    expect(await runStart(env)).toEqual({
      code: 1,
      said: [
        'The shop cannot listen on port 0 of 203.0.113.9: listen EADDRNOTAVAIL: address not available 203.0.113.9.',
      ],
    });
  });

  test('that its data folder cannot be one', async () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    for (const DATA_DIR of [file, path.join(file, 'below')])
      expect(await runStart({ PORT: '0', DATA_DIR })).toEqual({
        code: 1,
        said: [
          expect.stringMatching(
            /^The data folder cannot be used \(E\w+: .* mkdir .*\)\. DATA_DIR names it\.$/,
          ),
        ],
      });
  });

  test('that the system has no room for its data folder there', async () => {
    expect(await runStart({ PORT: '0', DATA_DIR: '/proc/nope/data' })).toEqual({
      code: 1,
      said: [
        "The data folder cannot be used (ENOENT: no such file or directory, mkdir '/proc/nope'). DATA_DIR names it.",
      ],
    });
  });

  test('that it may not write into its data folder', async () => {
    const DATA_DIR = path.join(folder, 'foreign');
    mkdirSync(path.join(DATA_DIR, 'db.lock'), { recursive: true });
    expect(await runStart({ PORT: '0', DATA_DIR })).toEqual({
      code: 1,
      said: [
        `${DATA_DIR}/db.lock cannot be locked (unable to open database file): the data folder must belong to whoever starts the shop.`,
      ],
    });
  });

  test.each([
    [
      'does not answer',
      'postgres://shop:s3cret@127.0.0.1:1/shop',
      /^The database that DATABASE_URL names cannot be used \(.*ECONNREFUSED.*\)\.$/,
    ],
    [
      'is no address',
      'postgres://shop:s3cret@127.0.0.1:99999/shop',
      /^DATABASE_URL must look like postgres:\/\/user:password@host:5432\/database\.$/,
    ],
  ])('that its database %s', async (_what, DATABASE_URL, sentence) => {
    const { code, said } = await runStart({
      SHOP_MODE: 'demo',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL,
    });
    expect({ code, said }).toEqual({ code: 1, said: [expect.stringMatching(sentence)] });
    expect(said.join('\n')).not.toContain('s3cret');
  });
});

test(
  'a command beside the shop makes no database where a mistyped folder has none',
  { timeout: 180_000 },
  async () => {
    const DATA_DIR = path.join(folder, 'mistyped');
    const ended = { code: 1, said: [`There is no database in ${DATA_DIR}.`] };
    expect(await runProgram('admin.ts', { DATA_DIR }, 'list')).toEqual(ended);
    expect(await runProgram('doctor-command.ts', { DATA_DIR })).toEqual(ended);
    expect(
      await runProgram(
        'db/copy-command.ts',
        {},
        '--from',
        DATA_DIR,
        '--to',
        path.join(folder, 'to'),
      ),
    ).toEqual(ended);
    expect([DATA_DIR, path.join(folder, 'to')].filter(existsSync)).toEqual([]);
    expect(await runProgram('admin.ts', { DATA_DIR: dataDir }, 'list')).toEqual({
      code: 0,
      said: [''],
    });
  },
);

test(
  'the doctor beside a running shop names the page that shows the same',
  { timeout: 180_000 },
  async () => {
    const { close } = await openDatabase({ dataDir });
    expect(await runProgram('doctor-command.ts', { DATA_DIR: dataDir })).toEqual({
      code: 1,
      said: [
        expect.stringMatching(/^The database in .* is in use by another process\. /),
        'Without stopping it: admins of the running shop see the same checks on its page /dashboard/doctor.',
      ],
    });
    await close();
  },
);

test.each([
  ['28P01', 'password authentication failed for user "shop"'],
  ['3D000', 'database "shop" does not exist'],
])('a server that does not let the shop in (%s) is told in its own words', (code, message) => {
  const env = { DATABASE_URL: 'postgres://shop:s3cret@db.example/shop' };
  expect(startupError(Object.assign(new Error(message), { code }), env)).toBe(
    `The database that DATABASE_URL names cannot be used (${message}).`,
  );
});

test('what nobody at the keyboard can mend is shown in full', () => {
  expect(startupError(new TypeError('x is not a function'), {})).toBeUndefined();
  expect(startupError('a string', {})).toBeUndefined();
});

test('the embedded database that does not answer is not called by a DATABASE_URL that nobody set', () => {
  const slow = new Error('Connection terminated due to connection timeout');
  expect(startupError(slow, {})).toBe(
    'The embedded database does not answer (Connection terminated due to connection timeout). Is this machine very busy? Then try again in a while.',
  );
});
