import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { EngineOptions } from './engine.ts';
import type { EngineQuestion, EngineReply } from './engine-worker.ts';
import { DatabaseStopped, DatabaseUnsafe } from './errors.ts';

/** The engine on its own thread, so that a query never holds up the event loop that serves pages. */
export interface EngineThread {
  answer(batch: Uint8Array): Promise<Uint8Array>;
  /** Shuts PostgreSQL down in order and ends the thread. */
  close(): Promise<void>;
}

interface Waiting {
  resolve(answer: Uint8Array): void;
  reject(error: Error): void;
}

/** Starts the engine; `onFailure` is called once when it stops although nobody closed it. */
export async function startEngineThread(options: EngineOptions, onFailure: (error: Error) => void): Promise<EngineThread> {
  const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), { workerData: options });
  const waiting = new Map<number, Waiting>();
  let stopped: Error | undefined;
  let started = false;

  const stop = (error: Error, failed: boolean): void => {
    if (stopped) return;
    stopped = error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    if (failed) onFailure(error);
  };

  const ready = Promise.withResolvers<void>();
  worker.on('message', (reply: EngineReply) => {
    if ('answer' in reply) {
      waiting.get(reply.id)?.resolve(reply.answer);
      waiting.delete(reply.id);
    } else if ('ready' in reply) {
      started = true;
      ready.resolve();
    } else if ('refused' in reply) {
      ready.reject(refusal(reply.refused));
    } else if ('closed' in reply) {
      stop(new DatabaseStopped('The embedded database is closed.'), false);
    } else {
      stop(new DatabaseStopped(`The embedded database failed: ${reply.failed}`), started);
    }
  });
  worker.on('error', (error) => {
    ready.reject(error);
    stop(new DatabaseStopped('The thread of the embedded database failed.', { cause: error }), started);
  });
  const exited = once(worker, 'exit').then(() => {
    const error = new DatabaseStopped('The thread of the embedded database ended.');
    ready.reject(error);
    stop(error, started);
  });
  await ready.promise;

  let lastId = 0;
  const ask = (question: EngineQuestion, transfer: ArrayBuffer[]): void => worker.postMessage(question, transfer);
  return {
    answer(bytes) {
      if (stopped) return Promise.reject(stopped);
      const id = ++lastId;
      // A copy of its own, because moving the buffer itself would empty what `pg` may still hold.
      const batch = new Uint8Array(bytes);
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        ask({ id, batch }, [batch.buffer]);
      });
    },
    async close() {
      if (!stopped) ask({ close: true }, []);
      await exited;
    },
  };
}

function refusal({ name, message }: { name: string; message: string }): Error {
  if (name === 'DatabaseUnsafe') return new DatabaseUnsafe(message);
  return new Error(`The embedded database did not start: ${message}`);
}
