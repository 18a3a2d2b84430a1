import fs from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The part of an open file that Emscripten's Node file system keeps and that we need. */
interface OpenFile {
  nfd: number;
  node: { name: string; mode: number; parent: { name: string } };
}

/** The inside of Emscripten's NODEFS; its types do not show it. */
interface NodeFsModule {
  FS: { isDir(mode: number): boolean };
  NODEFS: {
    stream_ops: { fsync?: (file: OpenFile) => void };
    tryFSOperation(operation: () => void): void;
  };
}

/**
 * PGlite's file system with the one thing it lacks: fsync. Without it a commit is only in the machine's memory,
 * and of 13 simulated power cuts 13 left a database that could not be opened.
 */
export class DurableNodeFS extends NodeFS {
  #walSyncs = 0;

  /** How many times a file of the write-ahead log was forced to disk so far. */
  get walSyncs(): number {
    return this.#walSyncs;
  }

  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const hook = (module: unknown): void => this.#hookFsync(module as NodeFsModule);
    return super.init(pg, { ...options, preRun: [...(options.preRun ?? []), hook] });
  }

  #hookFsync({ FS, NODEFS }: NodeFsModule): void {
    NODEFS.stream_ops.fsync = (file) => {
      // Windows cannot flush a directory and does not need it.
      if (process.platform === 'win32' && FS.isDir(file.node.mode)) return;
      // tryFSOperation turns Node's error into an errno: PostgreSQL must see that a sync failed.
      NODEFS.tryFSOperation(() => fs.fsyncSync(file.nfd));
      if (file.node.parent.name === 'pg_wal') this.#walSyncs += 1;
    };
  }
}

/**
 * The start parameters: PGlite's own without `-F` (which turns fsync off). `wal_sync_method=fsync` because the
 * WebAssembly build answers fdatasync, PostgreSQL's default on Linux, without doing anything.
 */
export function startParams(options: { relaxedSync: boolean }): string[] {
  const kept = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F');
  const settings = ['fsync=on', 'wal_sync_method=fsync', 'shared_buffers=16MB'];
  settings.push(`synchronous_commit=${options.relaxedSync ? 'off' : 'on'}`);
  return [...kept, ...settings.flatMap((setting) => ['-c', setting])];
}
