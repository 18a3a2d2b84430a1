import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { socketProblem, socketPath } from '#server/operator/socket-path.ts';
import { wrongDatabase } from '#server/start/database-use.ts';
import { copyFolder, freshDataDir, temporaryFolder } from './database.ts';
import { fillShop } from '#test/faults/check-books.ts';
import { startShopProcess, type ShopProcess } from '#test/faults/shop-process.ts';
import { runAdmin } from './run-admin.ts';

let dataDir: string;
let ada: string;
let ben: string;
let tokenOfAda: string;
let shop: ShopProcess;

beforeAll(async () => {
  dataDir = await freshDataDir();
  const { tokens } = await fillShop({ dataDir }, 2);
  tokenOfAda = tokens[0] ?? '';
  const { db, close } = await openDatabase({ dataDir });
  const emails = await db.selectFrom('users').select('email').orderBy('email').execute();
  [ada = '', ben = ''] = emails.map(({ email }) => email);
  await close();
  shop = await startShopProcess({ dataDir });
}, 420_000);

afterAll(async () => {
  await shop.end('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

const admin = (...words: string[]) => runAdmin(words, { DATA_DIR: dataDir });

const usersSeenBy = async (token: string) =>
  (await fetch(`${shop.address}/api/users`, { headers: { authorization: `Bearer ${token}` } }))
    .status;

/** Sends a line to the shop's socket; answers the reply. */
async function say(line: string): Promise<unknown> {
  const socket = connect(socketPath(dataDir));
  socket.write(`${line}\n`);
  return JSON.parse(await text(socket));
}

describe(
  'npm run admin beside a running shop on the embedded database',
  { timeout: 180_000 },
  () => {
    test('makes an admin, says who is one, and takes the role away again, at once', async () => {
      expect(await admin('list')).toEqual({ code: 0, out: 'There is no admin yet.', err: '' });
      expect(await usersSeenBy(tokenOfAda)).toBe(403);
      expect(await admin('grant', ` ${ada.toUpperCase()} `)).toEqual({
        code: 0,
        out: `${ada} is an admin now.`,
        err: '',
      });
      expect(await usersSeenBy(tokenOfAda)).toBe(200);
      expect(await say('["list"]')).toEqual({ lines: [`${ada}  Buyer 0`], failed: false });
      expect(await admin('revoke', ada)).toEqual({
        code: 1,
        out: '',
        err: `${ada} is the last admin with power and stays one. Grant somebody else first.`,
      });
      await say(JSON.stringify(['grant', ben]));
      expect(await admin('revoke', ada)).toEqual({
        code: 0,
        out: `${ada} is no longer an admin.`,
        err: '',
      });
      expect(await usersSeenBy(tokenOfAda)).toBe(403);
      expect(await say('["grant", "nobody@example.com"]')).toMatchObject({ failed: true });
    });

    test('looks for a lost second factor', async () => {
      expect(await admin('reset-factor', ada)).toEqual({
        code: 0,
        out: `${ada} has no second factor.`,
        err: '',
      });
      expect(await say('["reset-factor", "nobody@example.com"]')).toMatchObject({ failed: true });
    });

    test('makes the daily sums anew', async () => {
      expect(await admin('rebuild-sums')).toEqual({
        code: 0,
        // Today, and yesterday.
        out: 'The sums of 2 days are made anew.',
        err: '',
      });
    });

    test('says how it is used when it is used otherwise', async () => {
      const usage = {
        code: 2,
        out: '',
        err: 'Usage: npm run admin -- grant EMAIL | revoke EMAIL | list | reset-factor EMAIL | declare-only | rebuild-sums | rotate-secret | accept-new-secret | adopt live',
      };
      for (const words of [[], ['toString'], ['grant', ada, 'x']])
        expect(await admin(...words)).toEqual(usage);
    });

    test("takes commands from the shop's own user only, and nothing but commands", async () => {
      const { mode } = lstatSync(socketPath(dataDir));
      expect((mode & 0o777).toString(8)).toBe('600');
      const usage = { lines: [expect.stringMatching(/^Usage: /)], failed: true };
      for (const line of [
        '',
        'list',
        '{}',
        '["drop table users"]',
        '["__proto__"]',
        '["grant"]',
        '["list", "x"]',
        '[null, {}]',
      ])
        expect(await say(line)).toEqual(usage);
      await expect(say(`["${'x'.repeat(10_000)}"]`)).rejects.toThrow();
      expect(await say('["list"]')).toEqual({
        lines: [expect.stringContaining(ben)],
        failed: false,
      });
    });

    test('is not misled by the socket of a shop that was killed, and neither is the next shop', async () => {
      await shop.end('SIGKILL');
      expect(existsSync(socketPath(dataDir))).toBe(true);
      expect((await admin('list')).out).toContain(ben);
      shop = await startShopProcess({ dataDir });
      expect((await admin('grant', ada)).out).toBe(`${ada} is an admin now.`);
      expect((await shop.end('SIGTERM')).code).toBe(0);
      expect(existsSync(socketPath(dataDir))).toBe(false);
      expect((await admin('list')).out.split('\n')).toHaveLength(2);
    });

    test('tells a copied folder from the one it was copied from, until somebody declares it the only one', async () => {
      const copied = temporaryFolder('copied');
      copyFolder(dataDir, copied);
      const original = dataDir;
      dataDir = copied;
      shop = await startShopProcess({ dataDir });
      expect(shop.said()).toContain('This database was restored or copied');
      expect((await admin('declare-only')).out).toMatch(
        /^This database is the only one of its shop now: .* No other database of this shop may be in use\.$/,
      );
      expect((await admin('declare-only')).out).toBe(
        'This database is the only one of its shop already.',
      );
      expect((await shop.end('SIGTERM')).code).toBe(0);
      rmSync(copied, { recursive: true, force: true });
      dataDir = original;
    });

    test('renews the secret as often as it is told, and loses none that the database may know', async () => {
      const folder = path.join(dataDir, 'secrets');
      const known = readFileSync(path.join(folder, 'identity'), 'utf8');
      expect((await admin('rotate-secret')).out).toMatch(
        /^There is a new secret in the data folder/,
      );
      expect(readFileSync(path.join(folder, 'identity-before'), 'utf8')).toBe(known);
      const files = () => readdirSync(folder).toSorted();
      expect((await admin('rotate-secret')).code).toBe(0);
      expect(files()).toEqual(['identity', 'identity-before', 'identity-before-before']);
      shop = await startShopProcess({ dataDir });
      expect((await shop.end('SIGTERM')).code).toBe(0);
      for (const old of files().slice(1)) rmSync(path.join(folder, old));
      expect((await admin('rotate-secret')).code).toBe(0);
      expect(files()).toEqual(['identity', 'identity-before']);
      shop = await startShopProcess({ dataDir });
      expect((await shop.end('SIGTERM')).code).toBe(0);
      rmSync(folder, { recursive: true });
      await expect(startShopProcess({ dataDir })).rejects.toThrow(wrongDatabase.otherSecret);
      expect((await admin('accept-new-secret')).out.split('\n')).toEqual([
        `The secret is that of ${path.join(folder, 'identity')}.`,
        'The new secret is accepted. Everybody signs in anew; passwords stay.',
        'Nobody had a second factor.',
      ]);
      expect((await admin('accept-new-secret')).out).toMatch(/nothing to do/);
    });
  },
);

test('where no socket can be, a sentence says what to do instead', () => {
  expect(socketProblem('/srv/shop')).toBeUndefined();
  expect(socketProblem('C:\\shop', 'win32')).toBe(
    'On Windows a running shop takes no admin commands: stop it for them.',
  );
  expect(socketProblem(`/srv/${'a'.repeat(120)}`)).toMatch(
    /^A running shop takes no admin commands there: \S+ has 136 bytes, and the path of a socket may have 10[37]\. Stop the shop/,
  );
});

test(
  'a shop whose folder has too long a path for a socket opens all the same, and both say why',
  { timeout: 180_000 },
  async () => {
    const short = dataDir;
    const long = path.join(await freshDataDir(), 'a'.repeat(100));
    await fillShop({ dataDir: long }, 1);
    const other = await startShopProcess({ dataDir: long });
    try {
      await expect
        .poll(() => other.said(), { timeout: 30_000 })
        .toContain('A running shop takes no admin commands there');
      dataDir = long;
      expect(await admin('list')).toEqual({ code: 1, out: '', err: socketProblem(long) });
    } finally {
      dataDir = short;
      await other.end('SIGKILL');
      rmSync(path.dirname(long), { recursive: true, force: true });
    }
  },
);
