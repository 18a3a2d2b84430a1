import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { programEnvironment } from '#test/program-environment.ts';
import { freePort } from '#test/free-port.ts';

const root = path.join(import.meta.dirname, '..', '..');

let data: string;
let address: string;
let npm: ChildProcess | undefined;

test.describe.configure({ mode: 'serial', timeout: 300_000 });

test.beforeAll(() => {
  data = mkdtempSync(path.join(tmpdir(), 'underhood-start-'));
});

test.beforeEach(async () => {
  address = `http://127.0.0.1:${await freePort()}`;
});

test.afterEach(killAll);

test.afterAll(() => rmSync(data, { recursive: true, force: true }));

/** Kills the process group of npm and the shop, so that nothing outlives the test. */
function killAll(): void {
  if (npm?.pid !== undefined && npm.exitCode === null && npm.signalCode === null)
    process.kill(-npm.pid, 'SIGKILL');
}

async function start(): Promise<ChildProcess> {
  const { port } = new URL(address);
  const env = {
    ...process.env,
    ...programEnvironment,
    SHOP_MODE: 'demo',
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: '',
    DATA_DIR: data,
    LOG_LEVEL: 'warn',
  };
  npm = spawn('npm', ['start'], { cwd: root, env, stdio: 'ignore', detached: true });
  await expect(async () => expect((await fetch(`${address}/readyz`)).status).toBe(200)).toPass({
    timeout: 120_000,
  });
  return npm;
}

async function newestParts(): Promise<unknown> {
  return (await fetch(`${address}/api/parts?limit=1000`)).json();
}

test('a shop on an empty folder that is told to end through npm finishes and exits with 0', async () => {
  const running = await start();
  running.kill('SIGTERM');
  expect(await once(running, 'exit')).toEqual([0, null]);
  await expect(fetch(`${address}/healthz`)).rejects.toThrow();
});

test('a shop that was killed opens again with everything it had', async () => {
  const running = await start();
  const before = await newestParts();
  killAll();
  await once(running, 'exit');
  await start();
  expect(await newestParts()).toEqual(before);
  expect(before).toHaveProperty('length', expect.any(Number));
  expect((before as unknown[]).length).toBeGreaterThanOrEqual(500);
});
