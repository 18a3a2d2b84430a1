import fs from 'node:fs';
import path from 'node:path';
import { DurableNodeFS } from './durable-node-fs.ts';
import { startEngine } from './engine.ts';
import { DatabaseUnsafe } from './errors.ts';
import { syncFolder, syncTree } from '#server/sync-to-disk.ts';

/** Whether the folder holds a finished database. */
export function isDatabase(dir: string): boolean {
  return fs.existsSync(path.join(dir, 'PG_VERSION'));
}

/** Creates the database in `<dir>.new` and renames it when all of it is on disk, so that `dir` never holds half a database. */
export async function buildDatabase(dir: string): Promise<void> {
  if (fs.existsSync(dir)) removeEmptyFolder(dir);
  const building = `${dir}.new`;
  fs.rmSync(building, { recursive: true, force: true });
  // It will hold customers' addresses: no other user of the machine may read it.
  fs.mkdirSync(building, { recursive: true, mode: 0o700 });
  // Single commits need not be durable here: the whole tree is synced at the end.
  const engine = await startEngine(
    { dir: building, relaxedSync: true },
    new DurableNodeFS(building),
  );
  await engine.close();
  syncTree(building);
  fs.renameSync(building, dir);
  syncFolder(path.dirname(dir));
}

function removeEmptyFolder(dir: string): void {
  if (fs.readdirSync(dir).length > 0) {
    throw new DatabaseUnsafe(`${dir} holds files but no database; the shop does not touch it.`);
  }
  fs.rmdirSync(dir);
}
