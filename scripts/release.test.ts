import { execFile } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { findPackageJSON, isBuiltin } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleFolder } from '#server/start/bundle.js';
import { freshDataDir, temporaryFolder } from '#test/database.ts';
import type { Buyers } from '#test/faults/buyers.ts';
import { fillShop } from '#test/faults/check-books.ts';
import { ensureBuilt, startShopProcess, type ShopProcess } from '#test/faults/shop-process.ts';
import { programEnvironment, programFlags } from '#test/program-environment.ts';
import { makeRelease, NoRelease } from './release.ts';
import { root } from './run.ts';

/** What a start may write to, beside the data folder: all of it has to be empty afterwards. */
const empty = temporaryFolder('release-empty');
const parent = temporaryFolder('release');
const release = path.join(parent, 'underhood');
const env = { NODE_ENV: '', NODE_COMPILE_CACHE: '', HOME: empty, TMPDIR: empty };
/** Root writes wherever it likes, unless it gives that up. */
const by =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override', '--inh-caps=-all'] : [];

let dataDir: string;
let buyers: Buyers;
let shop: ShopProcess;

function makeWritable(isWritable: boolean): void {
  for (const entry of ['.', ...readdirSync(release, { recursive: true, encoding: 'utf8' })]) {
    const place = path.join(release, entry);
    const { mode } = statSync(place);
    chmodSync(place, isWritable ? mode | 0o200 : mode & ~0o222);
  }
}

beforeAll(async () => {
  await ensureBuilt();
  makeRelease(release);
  dataDir = await freshDataDir();
  buyers = await fillShop({ dataDir }, 1);
  makeWritable(false);
  shop = await startShopProcess({ dataDir, program: { root: release, cwd: empty }, by, env });
}, 420_000);

afterAll(async () => {
  await shop.end('SIGKILL');
  makeWritable(true);
  for (const folder of [parent, empty, dataDir]) rmSync(folder, { recursive: true, force: true });
});

/** Runs a command of the release's package.json as `npm run NAME -- …` does. */
function command(name: string, ...words: string[]): Promise<{ code: number; said: string }> {
  const { scripts } = JSON.parse(readFileSync(path.join(release, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [node, file = ''] = scripts[name]?.split(' ') ?? [];
  expect(node).toBe('node');
  const [program = '', ...rest] = [...by, process.execPath, ...programFlags, file, ...words];
  const ownEnv = { ...programEnvironment, ...env, DATA_DIR: dataDir };
  return new Promise((resolve) => {
    execFile(program, rest, { cwd: release, env: ownEnv, timeout: 120_000 }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: `${out}${err}`.trimEnd() }),
    );
  });
}

describe(
  'a release, on a file system that is read-only beside the data folder',
  { timeout: 180_000 },
  () => {
    test('has nothing that only builds or tests the shop', () => {
      const { devDependencies, optionalDependencies } = JSON.parse(
        readFileSync(path.join(root, 'package.json'), 'utf8'),
      ) as Record<string, Record<string, string>>;
      const packages = path.join(release, 'node_modules');
      const there = readdirSync(packages).flatMap((name) =>
        name.startsWith('@')
          ? readdirSync(path.join(packages, name)).map((own) => `${name}/${own}`)
          : [name],
      );
      const unwanted = new Set(Object.keys({ ...devDependencies, ...optionalDependencies }));
      expect(there.filter((name) => unwanted.has(name))).toEqual([]);
      expect(there).toContain('fastify');
      const files = readdirSync(release, { recursive: true, encoding: 'utf8' });
      expect(
        files.filter((file) => /^(?:server|contract)\b.*\.test\.ts$|\.map$|\.d\.ts$/.test(file)),
      ).toEqual([]);
      const bytes = files.reduce((sum, file) => sum + statSync(path.join(release, file)).size, 0);
      expect(bytes).toBeLessThan(130_000_000);
    });

    test('has every package that its files import, but Vite, which only the development server loads', () => {
      const sources = ['server', 'contract', 'build', 'bundle'].flatMap((side) =>
        readdirSync(path.join(release, side), { recursive: true, encoding: 'utf8' })
          .map((file) => path.join(release, side, file))
          .filter((file) => /\.ts$|\/(?:server|bundle)\/.*\.js$/.test(file)),
      );
      const missing = new Set<string>();
      for (const file of sources)
        for (const name of packagesOf(readFileSync(file, 'utf8')))
          if (!isIn(release, name, file)) missing.add(name);
      expect([...missing]).toEqual(['vite']);
    });

    test('runs from a bundle, which has the name of these sources in it too', () => {
      expect(readdirSync(bundleFolder(release))).toContain('run-shop.js');
    });

    test('serves pages and the API, and takes an order', async () => {
      const page = await fetch(`${shop.address}/`);
      expect([page.status, page.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(await page.text()) ?? [];
      expect((await fetch(`${shop.address}${script}`)).status).toBe(200);
      expect((await fetch(`${shop.address}/sandbox/google/jwks`)).status).toBe(200);
      const order = await fetch(`${shop.address}/api/orders`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${buyers.tokens[0]}`,
          'content-type': 'application/json',
          'idempotency-key': 'one-order',
        },
        body: JSON.stringify({
          productId: buyers.partId,
          quantity: buyers.quantity,
          address: '12 Dock Road, Leeds',
          phone: '+44 20 7946 0111',
        }),
      });
      expect(order.status).toBe(201);
    });

    test('runs the commands of an operator', async () => {
      expect(await command('admin', 'list')).toEqual({ code: 0, said: 'There is no admin yet.' });
      expect((await shop.end('SIGTERM')).code).toBe(0);
      expect(await command('doctor')).toMatchObject({
        code: 0,
        said: expect.stringMatching(/All \d+ checks hold\.$/),
      });
      expect(await command('db:copy')).toMatchObject({
        code: 2,
        said: expect.stringMatching(/^Copies the shop's database/),
      });
    });

    test('wrote nothing outside the data folder', () => {
      expect(readdirSync(empty)).toEqual([]);
    });

    test('is never made over another one', () => {
      expect(() => makeRelease(release)).toThrow(NoRelease);
      expect(readdirSync(parent)).toEqual(['underhood']);
    });
  },
);

/** The packages a source imports when it runs. */
function packagesOf(source: string): string[] {
  const imports = source.matchAll(
    /(?:^|\n|;)(?:import (?!type )|export )[^;]*?from ['"]([^'".#/][^'"]*)['"]|import\(['"]([^'".#/][^'"]*)['"]\)/g,
  );
  return [...imports]
    .map(([, one, other]) => one ?? other ?? '')
    .filter((name) => !isBuiltin(name));
}

function isIn(folder: string, name: string, from: string): boolean {
  try {
    return findPackageJSON(name, from)?.startsWith(folder) ?? false;
  } catch {
    return false;
  }
}
