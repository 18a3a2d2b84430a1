import fs from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** What we need of an open file in Emscripten's NODEFS. */
interface OpenFile {
  nfd: number;
  node: { name: string; mode: number; parent: { name: string } };
}

/** Internals of Emscripten's NODEFS, which its types leave out. */
interface NodeFsModule {
  FS: { isDir(mode: number): boolean };
  NODEFS: {
    node_ops: { setattr(node: unknown, attributes: { mode?: number }): void };
    stream_ops: { fsync?: (file: OpenFile) => void };
    tryFSOperation(operation: () => void): void;
  };
}

/**
 * PGlite's file system with two things it lacks: fsync, without which 13 of 13 simulated power cuts left a database that
 * could not be opened; and private files, which it otherwise makes readable for everybody, whatever the umask.
 */
export class DurableNodeFS extends NodeFS {
  #walSyncs = 0;

  /** How many times a file of the write-ahead log was synced so far. */
  get walSyncs(): number {
    return this.#walSyncs;
  }

  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const hook = (module: unknown): void => {
      this.#hookFsync(module as NodeFsModule);
      keepFilesPrivate(module as NodeFsModule);
    };
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

/** These files hold customers' addresses: copies of them stay private too. */
function keepFilesPrivate({ NODEFS: { node_ops: operations } }: NodeFsModule): void {
  const { setattr } = operations;
  operations.setattr = (node, attributes) =>
    setattr(
      node,
      attributes.mode === undefined
        ? attributes
        : { ...attributes, mode: attributes.mode & ~0o077 },
    );
}

/**
 * The start parameters: PGlite's own without `-F` (which turns fsync off). `wal_sync_method=fsync` because the
 * WebAssembly build answers fdatasync, PostgreSQL's default on Linux, without doing anything.
 */
export function startParams(options: { relaxedSync: boolean }): string[] {
  const kept = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F');
  const settings = ['fsync=on', 'wal_sync_method=fsync', 'shared_buffers=40MB'];
  settings.push(`synchronous_commit=${options.relaxedSync ? 'off' : 'on'}`);
  return [...kept, ...settings.flatMap((setting) => ['-c', setting])];
}
