import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { startTcpProxy } from '#test/faults/tcp-proxy.ts';
import { findPostgres, postgresServer, temporaryFolder } from './database.ts';
import { runProgram } from './run-start.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** How a connection that keeps statements asks for its first: by a name, and then the text. */
const named = 'begin\0begin\0';

describe.runIf(findPostgres() !== undefined)('a command on a server', async () => {
  const server = await postgresServer();
  if (server === undefined) throw new Error('PostgreSQL was found, but does not start.');
  const database = await openDatabase({ url: server.url, dataDir: '' });
  await migrate(database.db);
  await database.close();
  let heard = '';
  const port = Number(new URL(server.url).port);
  const proxy = await startTcpProxy(port, (piece) => void (heard += piece.toString('latin1')));
  const folder = temporaryFolder('unprepared');
  const url = Object.assign(new URL(server.url), { port: String(proxy.port) }).href;
  const env = { DATABASE_URL: url, DATA_DIR: folder, SHOP_MODE: 'demo' };
  afterAll(async () => {
    await proxy.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** What a command sends to the server. */
  async function sentBy([file = '', ...words]: readonly string[], prepared: '0' | '1') {
    heard = '';
    const given = { ...env, DATABASE_PREPARED: prepared };
    expect(await runProgram(file, given, ...words)).toEqual({ code: 0, said: [''] });
    return heard;
  }

  test.each([
    [['admin.ts', 'list']],
    [['admin.ts', 'adopt', 'live']],
    [['import-command.ts', 'export', path.join(folder, 'parts.csv')]],
    [['copy-images-command.ts', '--from', 'imgbb', '--to', 'disk']],
  ])('keeps no statements where that is set: %j', async (command) => {
    const sent = await sentBy(command, '0');
    expect(sent).toContain('select');
    expect(sent).not.toContain(named);
  });

  test('keeps them elsewhere', async () => {
    expect(await sentBy(['admin.ts', 'list'], '1')).toContain(named);
  });
});
