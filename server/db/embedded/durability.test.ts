import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { Worker } from 'node:worker_threads';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { freshDataDir, temporaryFolder } from '#test/database.ts';
import { DurableNodeFS } from './durable-node-fs.ts';
import { proveCommitReachesDisk, startEngine } from './engine.ts';
import type { EngineReply } from './engine-worker.ts';
import { openEmbedded } from './open-embedded.ts';
import { simpleQuery } from './simple-query.ts';

// Each of these tests forces about a thousand files to disk, which takes its time when others use the disk as well.
vi.setConfig({ testTimeout: 60_000 });

const folder = temporaryFolder('durability');
const built = await freshDataDir();
const children: ChildProcess[] = [];

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  for (const used of [folder, built]) rmSync(used, { recursive: true, force: true });
});

function copyOfBuilt(name: string): string {
  const dir = path.join(folder, name);
  cpSync(path.join(built, 'db'), dir, { recursive: true });
  return dir;
}

interface Writer {
  child: ChildProcess;
  /** The lines it printed: `ready`, then the number of every acknowledged row. */
  lines: AsyncIterator<string>;
}

async function startWriter(dir: string, first = 0): Promise<Writer> {
  const program = path.join(import.meta.dirname, '../../../test/embedded-writer.ts');
  const child = spawn(process.execPath, [program, dir, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  expect(await lines.next()).toEqual({ value: 'ready', done: false });
  return { child, lines };
}

/** The engine's worker on a disk whose every sync fails from the moment that `broken` holds a 1. */
function startOnBrokenDisk(dir: string, broken: Int32Array): Worker {
  const program = new URL('./engine-worker.ts', import.meta.url).href;
  const code = `
    import fs from 'node:fs';
    import { workerData } from 'node:worker_threads';
    const { fsyncSync } = fs;
    fs.fsyncSync = (file) => {
      if (Atomics.load(workerData.broken, 0) === 1) throw Object.assign(new Error('i/o error'), { code: 'EIO' });
      fsyncSync(file);
    };
    await import(workerData.program);`;
  const workerData = { task: 'serve', dir, relaxedSync: false, broken, program };
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), { workerData });
}

async function kill({ child }: Writer): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('the lock of the folder', () => {
  test('a second process is told who is in the way, and gets in once the first was killed with -9', async () => {
    const dir = copyOfBuilt('locked');
    const writer = await startWriter(dir);
    await expect(openEmbedded({ dir })).rejects.toMatchObject({
      name: 'DatabaseLocked',
      message: `The database in ${dir} is in use by another process. Two at once would lose data, so this one does not open it: stop the other one first.`,
    });
    await kill(writer);
    const { pool, close } = await openEmbedded({ dir });
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await close();
  });

  test('one process cannot open a folder twice, and waits as long as it was told for the first to close', async () => {
    const dir = copyOfBuilt('twice');
    const first = await openEmbedded({ dir });
    await expect(openEmbedded({ dir, lockWaitMs: 100 })).rejects.toThrow('is in use');
    const second = openEmbedded({ dir, lockWaitMs: 10_000 });
    await first.close();
    await (await second).close();
  });
});

test('kill -9 in the middle of writing loses nothing that was acknowledged', async () => {
  const dir = copyOfBuilt('killed');
  let acknowledged = -1;
  for (const rows of [120, 60]) {
    const writer = await startWriter(dir, acknowledged + 1);
    for (const until = acknowledged + rows; acknowledged < until;)
      acknowledged = Number((await writer.lines.next()).value);
    await kill(writer);
    // What it had still said before it died was acknowledged as well.
    for (let line = await writer.lines.next(); !line.done; line = await writer.lines.next())
      acknowledged = Number(line.value);
    const { pool, close } = await openEmbedded({ dir });
    const { rows: found } = await pool.query<{ id: number }>('select id from written order by id');
    await close();
    expect(found.slice(0, acknowledged + 1).map(({ id }) => id)).toEqual(
      Array.from({ length: acknowledged + 1 }, (_, id) => id),
    );
    // At most the one row that was being written stands there unacknowledged.
    expect(found.length).toBeLessThanOrEqual(acknowledged + 2);
    acknowledged = found.length - 1;
  }
});

describe('the proof that a commit reaches the disk', () => {
  test('every commit forces the log to disk', async () => {
    const fileSystem = new DurableNodeFS(copyOfBuilt('synced'));
    const engine = await startEngine({ dir: '', relaxedSync: false }, fileSystem);
    await engine.exec('create table written (id int)');
    for (let id = 0; id < 5; id += 1) {
      const before = fileSystem.walSyncs;
      await engine.exec(`insert into written values (${id})`);
      expect(fileSystem.walSyncs).toBeGreaterThan(before);
    }
    await engine.close();
  });

  test('an engine whose file system does not sync is refused', async () => {
    const dir = copyOfBuilt('stock');
    const engine = await startEngine({ dir, relaxedSync: false }, new NodeFS(dir));
    await expect(proveCommitReachesDisk(engine, () => 0)).rejects.toMatchObject({
      name: 'DatabaseUnsafe',
      message:
        'A commit did not reach the disk (no fsync): orders could be lost in a power cut, so the shop does not start on it.',
    });
    await engine.close();
  });

  test('an engine that was started with fsync off is refused', async () => {
    const { PGlite } = await import('@electric-sql/pglite');
    const fileSystem = new DurableNodeFS(copyOfBuilt('off'));
    const engine = await PGlite.create({ fs: fileSystem });
    await expect(proveCommitReachesDisk(engine, () => fileSystem.walSyncs)).rejects.toThrow(
      'did not reach the disk',
    );
    await engine.close();
  });

  test('when the disk refuses a sync, the commit is not acknowledged and the engine ends', async () => {
    const broken = new Int32Array(new SharedArrayBuffer(4));
    const worker = startOnBrokenDisk(copyOfBuilt('refused'), broken);
    const replies: EngineReply[] = [];
    worker.on('message', (reply: EngineReply) => replies.push(reply));
    await expect.poll(() => replies, { timeout: 10_000 }).toEqual([{ ready: true }]);
    Atomics.store(broken, 0, 1);
    worker.postMessage({ id: 1, batch: simpleQuery('create table written (id int)') });
    await once(worker, 'exit');
    expect(replies.slice(1)).toEqual([
      { failed: expect.stringMatching(/PANIC:.*could not fsync/) },
    ]);
  });
});

describe('the first start', () => {
  test('a build that was broken off leaves no database, and the next start builds a whole one', async () => {
    const dir = path.join(folder, 'interrupted');
    mkdirSync(`${dir}.new/base`, { recursive: true });
    writeFileSync(`${dir}.new/PG_VERSION`, '18\n');
    expect(existsSync(dir)).toBe(false);
    const { pool, close } = await openEmbedded({ dir });
    expect((await pool.query('select count(*) > 0 as whole from pg_class')).rows).toEqual([
      { whole: true },
    ]);
    await close();
    expect(readdirSync(folder).filter((name) => name.startsWith('interrupted'))).not.toContain(
      'interrupted.new',
    );
  });

  test('a process killed while it builds leaves nothing under the name of the database', async () => {
    const dir = path.join(folder, 'killed-early');
    const program = path.join(import.meta.dirname, '../../../test/embedded-writer.ts');
    const child = spawn(process.execPath, [program, dir], { stdio: 'ignore' });
    children.push(child);
    await expect.poll(() => existsSync(`${dir}.new`), { timeout: 10_000, interval: 5 }).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(existsSync(dir)).toBe(false);
  });

  test('a folder with other files is left alone', async () => {
    const dir = path.join(folder, 'photos');
    mkdirSync(dir);
    writeFileSync(path.join(dir, 'holiday.jpg'), '');
    await expect(openEmbedded({ dir })).rejects.toThrow('holds files but no database');
    expect(readdirSync(dir)).toEqual(['holiday.jpg']);
  });

  test('a database of another PostgreSQL is refused with the way out', async () => {
    const dir = copyOfBuilt('older');
    writeFileSync(path.join(dir, 'PG_VERSION'), '17\n');
    await expect(openEmbedded({ dir })).rejects.toThrow('made by PostgreSQL 17');
  });
});

test('when the engine exits, what waits fails, the shop is told once, and opening again finds everything', async () => {
  const dir = copyOfBuilt('exits');
  const failures: string[] = [];
  const { pool, close } = await openEmbedded({
    dir,
    onFailure: (error) => failures.push(error.message),
  });
  await pool.query('create table written as select 1 as id');
  const client = await pool.connect();
  await client.query('set exit_on_error = on');
  await expect(client.query('select 1 / 0')).rejects.toThrow();
  client.release(true);
  await expect.poll(() => failures.length).toBe(1);
  await expect(pool.query('select 1')).rejects.toThrow('The embedded database failed');
  await close();
  const again = await openEmbedded({ dir });
  expect((await again.pool.query('select * from written')).rows).toEqual([{ id: 1 }]);
  await again.close();
});
