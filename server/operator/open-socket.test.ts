import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useShop } from '#test/use-shop.ts';
import { askRunningShop } from './ask-running-shop.ts';
import { openSocket } from './open-socket.ts';
import { socketPath } from './socket-path.ts';

const shop = await useShop();
const idleMs = 200;
let dataDir: string;
let close: () => void;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'commands-'));
  close = openSocket(shop, dataDir, idleMs);
});
afterAll(async () => {
  close();
  await rm(dataDir, { recursive: true });
});

test('a command that takes long is answered when it is done', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
  const holding = shop.db.transaction().execute(async (tx) => {
    await tx.selectFrom('users').select('id').execute();
    isLocked();
    await released;
  });
  await locked;
  let isAnswered = false;
  const said = askRunningShop(dataDir, ['list']).finally(() => (isAnswered = true));
  await setTimeout(2 * idleMs);
  expect(isAnswered).toBe(false);
  release();
  expect(await said).toEqual({ lines: ['There is no admin yet.'], failed: false });
  await holding;
});

test('a client that sends no command is let go', async () => {
  const socket = connect(socketPath(dataDir));
  expect(await text(socket)).toBe('');
});
