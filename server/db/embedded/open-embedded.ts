import path from 'node:path';
import pg from 'pg';
import { typeParsers } from '#server/db/type-parsers.ts';
import { isDatabase } from './build-database.ts';
import { buildOnThread, EngineThread } from './engine-thread.ts';
import { lockFolder } from './folder-lock.ts';
import { startMaintenance } from './maintenance.ts';
import { PreparingClient } from './preparing-client.ts';
import { WireStream } from './wire-stream.ts';

interface EmbeddedOptions {
  /** The database's folder; `<dir>.lock` and, while it is created, `<dir>.new` are beside it. */
  dir: string;
  /** How long to wait for a process that is just closing. */
  lockWaitMs?: number | undefined;
  /** For tests and for copies that are synced whole or thrown away: commits are answered before they are on disk. */
  relaxedSync?: boolean | undefined;
  /** Called when the engine stops by itself: the process has to end. */
  onFailure?: ((error: Error) => void) | undefined;
}

interface EmbeddedDatabase {
  pool: pg.Pool;
  close(): Promise<void>;
}

/** PGlite has one session: a nested connection fails after this time instead of hanging for ever. */
const nestedTimeoutMs = 10_000;
/** The first connection, which all later work shares: on a busy machine the engine may take long to begin. */
const firstTimeoutMs = 120_000;

/**
 * Opens the embedded PostgreSQL behind an ordinary `pg` pool. Throws DatabaseLocked when another process uses it and
 * DatabaseUnsafe when it is not safe to use.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dir = path.resolve(options.dir);
  const lock = await lockFolder(dir, options.lockWaitMs ?? 0);
  try {
    const engineOptions = { dir, relaxedSync: options.relaxedSync ?? false };
    if (!isDatabase(dir)) await buildOnThread(engineOptions);
    const engine = await EngineThread.start(engineOptions, options.onFailure ?? throwUncaught);
    const pool = openPool((batch) => engine.answer(batch));
    await connectFirst(pool, engine);
    const stopMaintenance = startMaintenance(pool);
    let closing: Promise<void> | undefined;
    const close = async (): Promise<void> => {
      stopMaintenance();
      if (!pool.ended && !pool.ending) await pool.end();
      await engine.close();
      lock.release();
    };
    return { pool, close: () => (closing ??= close()) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Opens the pool's one connection, which stays open. */
async function connectFirst(pool: pg.Pool, engine: EngineThread): Promise<void> {
  try {
    const client = await pool.connect();
    client.release();
  } catch (error) {
    await engine.close();
    throw error;
  }
  pool.options.connectionTimeoutMillis = nestedTimeoutMs;
}

function openPool(answer: (batch: Uint8Array) => Promise<Uint8Array>): pg.Pool {
  const pool = new pg.Pool({
    max: 1,
    connectionTimeoutMillis: firstTimeoutMs,
    idleTimeoutMillis: 0,
    // Set here so that no PG… environment variable has an effect.
    host: 'embedded',
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
    types: typeParsers,
    Client: PreparingClient,
    // What is asked while something else is answered is on its way to the engine already.
    pipeline: true,
    stream: () => new WireStream(answer),
  });
  // The engine's failure is reported by onFailure; without these listeners it would be thrown as well.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/** The default of onFailure: ends the process. */
function throwUncaught(error: Error): void {
  setImmediate(() => {
    throw error;
  });
}
