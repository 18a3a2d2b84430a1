import fs from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { NodeFS } from '@electric-sql/pglite/nodefs';
import { DurableNodeFS, startParams } from './durable-node-fs.ts';
import { DatabaseUnsafe } from './errors.ts';

export interface EngineOptions {
  dir: string;
  relaxedSync: boolean;
}

const postgresMajor = '18';

/** Opens the database in `dir`; the caller holds the folder's lock. */
export async function openEngine(options: EngineOptions): Promise<PGlite> {
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

/** PostgreSQL's fatal messages, for the error that is reported. */
export const fatalMessages: string[] = [];

// Only these: lines about ordinary errors quote statements, which hold personal data.
const fatal = /\b(?:PANIC|FATAL): /;

/** Starts PostgreSQL on a file system. */
export async function startEngine(options: EngineOptions, fileSystem: NodeFS): Promise<PGlite> {
  return PGlite.create({
    fs: fileSystem,
    startParams: startParams({ relaxedSync: options.relaxedSync }),
    extensions: { pg_trgm },
    onStderr(text) {
      if (fatal.test(text)) fatalMessages.push(text);
      return false;
    },
  });
}

/** Commits a small change and throws unless it synced the write-ahead log. */
export async function proveCommitReachesDisk(
  engine: PGlite,
  walSyncs: () => number,
): Promise<void> {
  const before = walSyncs();
  // A transactional message is the smallest change in the log that needs no table.
  await engine.exec(
    "begin; set local synchronous_commit = on; select pg_logical_emit_message(true, 'start', 'fsync proof'); commit;",
  );
  if (walSyncs() > before) return;
  throw new DatabaseUnsafe(
    'A commit did not reach the disk (no fsync): orders could be lost in a power cut, so the shop does not start on it.',
  );
}
