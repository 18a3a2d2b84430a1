import fs from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { NodeFS } from '@electric-sql/pglite/nodefs';
import { DurableNodeFS, startParams } from './durable-node-fs.ts';
import { DatabaseUnsafe } from './errors.ts';
import { syncFolder, syncTree } from './sync-tree.ts';

export interface EngineOptions {
  dir: string;
  relaxedSync: boolean;
}

const postgresMajor = '18';

/** Opens the database in `dir`, building it first when there is none; the caller holds the folder's lock. */
export async function openEngine(options: EngineOptions): Promise<PGlite> {
  if (!isDatabase(options.dir)) await buildDatabase(options.dir);
  const version = fs.readFileSync(path.join(options.dir, 'PG_VERSION'), 'utf8').trim();
  if (version !== postgresMajor) {
    throw new DatabaseUnsafe(
      `The database in ${options.dir} was made by PostgreSQL ${version}, this program has ${postgresMajor}. ` +
        'Copy it with the older program first (npm run db:copy).',
    );
  }
  const fileSystem = new DurableNodeFS(options.dir);
  const engine = await startEngine(options, fileSystem);
  await proveCommitReachesDisk(engine, () => fileSystem.walSyncs);
  return engine;
}

/** Starts PostgreSQL on a file system. */
export async function startEngine(options: EngineOptions, fileSystem: NodeFS): Promise<PGlite> {
  return PGlite.create({
    fs: fileSystem,
    startParams: startParams({ relaxedSync: options.relaxedSync }),
    extensions: { pg_trgm },
  });
}

/** Commits a small change and throws unless that forced the write-ahead log to disk. */
export async function proveCommitReachesDisk(engine: PGlite, walSyncs: () => number): Promise<void> {
  const before = walSyncs();
  // A transactional message is the smallest change that is written to the log and needs no table.
  await engine.exec("begin; set local synchronous_commit = on; select pg_logical_emit_message(true, 'start', 'fsync proof'); commit;");
  if (walSyncs() > before) return;
  throw new DatabaseUnsafe(
    'A commit did not reach the disk (no fsync): orders could be lost in a power cut, so the shop does not start on it.',
  );
}

function isDatabase(dir: string): boolean {
  return fs.existsSync(path.join(dir, 'PG_VERSION'));
}

/** Builds in `<dir>.new` and renames it when all of it is on disk, so that no half database ever bears the name. */
async function buildDatabase(dir: string): Promise<void> {
  const building = `${dir}.new`;
  fs.rmSync(building, { recursive: true, force: true });
  fs.mkdirSync(building, { recursive: true });
  if (fs.existsSync(dir)) removeEmptyFolder(dir);
  const engine = await startEngine({ dir: building, relaxedSync: true }, new DurableNodeFS(building));
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
