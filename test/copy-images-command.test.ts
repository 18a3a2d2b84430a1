import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { findPostgres, postgresServer, temporaryFolder } from './database.ts';
import { startShop } from './harness.ts';
import { plainPicture } from './plain-picture.ts';
import { programEnvironment, programFlags } from './program-environment.ts';
import { runProgram } from './run-start.ts';
import { listenAsS3, says } from './s3-stand-in.ts';
import { sampleFacts } from './samples.ts';
import { upload } from './upload.ts';

// It starts a dozen programs; on a machine whose cores are all taken that lasts.
vi.setConfig({ testTimeout: 240_000 });

const program = 'copy-images-command.ts';
const count = 3;

describe.runIf(findPostgres() !== undefined)('npm run images:copy', async () => {
  const server = await postgresServer();
  if (server === undefined) throw new Error('PostgreSQL was found, but does not start.');
  const s3 = await listenAsS3();
  const database = await openDatabase({ url: server.url, dataDir: temporaryFolder('copied') });
  await migrate(database.db);
  const shop = await startShop({ database });
  const admin = await shop.person('Ada Admin', { role: 'admin' });
  const env = { DATABASE_URL: server.url, DATA_DIR: shop.dataDir, SHOP_MODE: 'demo', ...s3.env };
  afterAll(async () => {
    await shop.close();
    await s3.close();
    await server.stop();
  });
  const images = async () =>
    (await shop.request('GET', '/api/parts')).body.map((part: { image: string }) => part.image);
  const wholeOf = (url: string) =>
    [320, 640, 1280].every((width) =>
      s3.kept.has(url.replace(`${s3.setup.publicUrl}/`, '').replace('-640.', `-${width}.`)),
    );

  /** Starts the command, and kills it at its request with this number; answers whether it came so far. */
  async function killAt(request: number): Promise<boolean> {
    const flags = [...programFlags, `server/${program}`, '--from', 'disk', '--to', 's3'];
    const command = spawn(process.execPath, flags, {
      cwd: path.join(import.meta.dirname, '..'),
      env: { ...programEnvironment, ...env },
      stdio: 'ignore',
    });
    let asked = 0;
    s3.fault = () => {
      if ((asked += 1) < request) return undefined;
      command.kill('SIGKILL');
      return () => undefined;
    };
    await once(command, 'close');
    s3.fault = undefined;
    return asked >= request;
  }

  test('may be killed at any moment: every part shows a whole picture, and in the end all of them are in the bucket', async () => {
    for (let number = 1; number <= count; number += 1) {
      const { body } = await upload(shop, admin, { file: await plainPicture(number) });
      const facts = { ...sampleFacts, image: body.data.url, inStock: 1000 };
      expect((await shop.request('POST', '/api/part', { as: admin, body: facts })).status).toBe(
        200,
      );
    }
    const before = await images();
    // Nine requests for each picture: written, looked for again, read.
    const kills = [1, 5, 9, 12, 16, 20, 24];
    let killed = 0;
    for (const request of kills) {
      killed += (await killAt(request)) ? 1 : 0;
      for (const url of await images())
        expect(url.startsWith('/') ? before.includes(url) : wholeOf(url), url).toBe(true);
    }
    expect(killed).toBeGreaterThan(3);
    const { code } = await runProgram(program, env, '--from', 'disk', '--to', 's3');
    expect(code).toBe(0);
    expect((await images()).toSorted()).toEqual(
      before.map((url: string) => `${s3.setup.publicUrl}${url}`).toSorted(),
    );
    expect(s3.kept.size).toBe(3 * count);
    const rows = await shop.db.selectFrom('images').select('url').execute();
    expect(rows.map(({ url }) => url).toSorted()).toEqual((await images()).toSorted());
  });

  test('back to another folder, it says in a sentence that the host does not answer, and goes on later', async () => {
    const elsewhere = temporaryFolder('other-pictures');
    const back = { ...env, DATA_DIR: elsewhere };
    s3.fault = () => says(503);
    const words = ['--from', 's3', '--to', 'disk'];
    const failed = await runProgram(program, back, ...words);
    expect([failed.code, failed.said]).toEqual([
      1,
      [
        'The image host cannot be used just now. The bucket answered 503 to GET. What was moved stays moved: run it again.',
      ],
    ]);
    s3.fault = undefined;
    expect((await runProgram(program, back, ...words)).code).toBe(0);
    cpSync(path.join(elsewhere, 'images'), path.join(shop.dataDir, 'images'), { recursive: true });
    for (const url of await images()) expect((await shop.request('GET', url)).status).toBe(200);
    rmSync(elsewhere, { recursive: true });
  });

  test('is told how it is used, and what is missing of the bucket', async () => {
    expect((await runProgram(program, env, '--from', 's3', '--to', 's3')).code).toBe(2);
    expect((await runProgram(program, env, '--from', 'disk', '--to', 'imgbb')).code).toBe(2);
    const { code, said } = await runProgram(
      program,
      { ...env, S3_BUCKET: '' },
      '--from',
      'disk',
      '--to',
      's3',
    );
    expect([code, said]).toEqual([1, [expect.stringMatching(/^S3_BUCKET is missing: /)]]);
  });
});
