import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { buildDatabase } from './build-database.ts';
import { endCopyFromStdin } from './end-copy-from-stdin.ts';
import { type EngineOptions, fatalMessages, openEngine } from './engine.ts';
import { simpleQuery } from './simple-query.ts';

export type EngineTask = EngineOptions & { task: 'build' | 'serve' };

/** A message to the worker: answer a batch, or close. */
export type EngineQuestion = { id: number; batch: Uint8Array<ArrayBuffer> } | { close: true };

/** A message from the worker. */
export type EngineReply =
  | { ready: true }
  | { refused: { name: string; message: string } }
  | { id: number; answer: Uint8Array<ArrayBuffer> }
  | { failed: string }
  | { closed: true };

/** The exit status of an ordinary SQL error, with which PGlite jumps to PostgreSQL's error handling. */
const sqlErrorStatus = 100;

const port = threadPort();

function threadPort(): MessagePort {
  if (!parentPort) throw new Error('engine-worker.ts runs on a worker thread only.');
  return parentPort;
}

const say = (reply: EngineReply, transfer: ArrayBuffer[] = []): void =>
  port.postMessage(reply, transfer);

function die(error: unknown): never {
  say({ failed: withFatalMessages(error) });
  process.exit(1);
}

/** The message of what was thrown (an exit of the build is a plain object), with PostgreSQL's fatal messages. */
function withFatalMessages(error: unknown): string {
  const { message } = error as { message?: unknown };
  return [typeof message === 'string' ? message : String(error), ...fatalMessages].join('\n');
}

/**
 * PGlite swallows everything that its main loop throws. Only the jump of an SQL error may be swallowed: after a trap or an
 * exit the engine's memory is corrupt and must not be written to disk.
 */
function watchForTraps(engine: PGlite): void {
  const module = engine.Module;
  const loopOnce = module._PostgresMainLoopOnce.bind(module);
  module._PostgresMainLoopOnce = () => {
    try {
      loopOnce();
    } catch (error) {
      if ((error as { status?: number }).status !== sqlErrorStatus) die(error);
      throw error;
    }
  };
}

async function exchange(engine: PGlite, batch: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  // The pieces are views of the engine's memory and must be copied at once. The streaming call, because the plain one also
  // parses every answer and never frees the parsed rows.
  const onRawData = (piece: Uint8Array): void => void pieces.push(piece.slice());
  await engine.execProtocolRawStream(batch, { syncToFs: false, onRawData });
  const answer = new Uint8Array(pieces.reduce((bytes, piece) => bytes + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    answer.set(piece, at);
    at += piece.length;
  }
  return answer;
}

/** PGlite has one session for all connections: each new connection must start with a clean one. */
async function clearSession(engine: PGlite): Promise<void> {
  for (const sql of ['rollback', 'discard all']) {
    const answer = await exchange(engine, simpleQuery(sql));
    if (answer[0] === 'E'.charCodeAt(0))
      throw new Error(`'${sql}' failed on the embedded database.`);
  }
}

async function answerBatch(engine: PGlite, id: number, batch: Uint8Array): Promise<void> {
  // Only a start-up message begins with a zero byte, the high byte of its length.
  if (batch[0] === 0) await clearSession(engine);
  const answer = await exchange(engine, endCopyFromStdin(batch));
  say({ id, answer }, [answer.buffer]);
}

async function serve(options: EngineOptions): Promise<void> {
  const engine = await openEngine(options);
  watchForTraps(engine);
  let last: Promise<void> = Promise.resolve();
  port.on('message', (question: EngineQuestion) => {
    last = last
      .then(async () => {
        if ('batch' in question) return answerBatch(engine, question.id, question.batch);
        await engine.close();
        say({ closed: true });
        port.close();
      })
      .catch(die);
  });
}

try {
  const { task, ...options } = workerData as EngineTask;
  await (task === 'build' ? buildDatabase(options.dir) : serve(options));
  say({ ready: true });
} catch (error) {
  say({ refused: { name: (error as Error).name, message: withFatalMessages(error) } });
  port.close();
}
