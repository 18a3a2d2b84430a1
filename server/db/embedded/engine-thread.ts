import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { EngineOptions } from './engine.ts';
import type { EngineQuestion, EngineReply, EngineTask } from './engine-worker.ts';
import { DatabaseStopped, DatabaseUnsafe } from './errors.ts';

/**
 * PostgreSQL limits the depth of its own stack. The thread's stack must be larger than that limit, or deeply nested JSON
 * would crash the engine instead of being refused (with Node's 4 MB it did; 16 MB are enough).
 */
const stackSizeMb = 64;

/** V8's flag by which it keeps compiled WebAssembly that is out of use: freeing it can end the process, record 0072. */
export const keepCodeFlag = '--no-wasm-code-gc';

setFlagsFromString(keepCodeFlag);

interface Waiting {
  resolve(answer: Uint8Array): void;
  reject(error: Error): void;
}

/** Creates the database on a separate thread, so that its memory is freed afterwards. */
export async function buildOnThread(options: EngineOptions): Promise<void> {
  const worker = startWorker({ ...options, task: 'build' });
  const exited = once(worker, 'exit');
  await untilReady(worker);
  await exited;
}

/** The engine on its own thread, so that queries never block the event loop. */
export class EngineThread {
  readonly #worker: Worker;
  readonly #exited: Promise<unknown>;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #stopped: Error | undefined;

  /** Starts the engine; `onFailure` is called once if it stops by itself. */
  static async start(
    options: EngineOptions,
    onFailure: (error: Error) => void,
  ): Promise<EngineThread> {
    const worker = startWorker({ ...options, task: 'serve' });
    await untilReady(worker);
    return new EngineThread(worker, onFailure);
  }

  private constructor(worker: Worker, onFailure: (error: Error) => void) {
    this.#worker = worker;
    this.#exited = new Promise((resolve) => worker.once('exit', resolve));
    const fail = (error: Error): void => {
      if (this.#stop(error)) onFailure(error);
    };
    worker.on('message', (reply: EngineReply) => {
      if ('answer' in reply) this.#deliver(reply.id, reply.answer);
      else if ('closed' in reply)
        this.#stop(new DatabaseStopped('The embedded database is closed.'));
      else if ('failed' in reply)
        fail(new DatabaseStopped(`The embedded database failed: ${reply.failed}`));
    });
    worker.on('error', (cause) =>
      fail(new DatabaseStopped('The thread of the embedded database failed.', { cause })),
    );
    worker.on('exit', () =>
      fail(new DatabaseStopped('The thread of the embedded database ended.')),
    );
  }

  /** Answers one batch of the wire protocol; batches are processed in order. */
  answer(bytes: Uint8Array): Promise<Uint8Array> {
    if (this.#stopped) return Promise.reject(this.#stopped);
    const id = ++this.#lastId;
    // A copy, because transferring the buffer itself would empty what `pg` may still hold.
    const batch = new Uint8Array(bytes);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#ask({ id, batch }, [batch.buffer]);
    });
  }

  /** Shuts PostgreSQL down cleanly and ends the thread. */
  async close(): Promise<void> {
    if (!this.#stopped) this.#ask({ close: true });
    await this.#exited;
  }

  #ask(question: EngineQuestion, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(question, transfer);
  }

  #deliver(id: number, answer: Uint8Array): void {
    this.#waiting.get(id)?.resolve(answer);
    this.#waiting.delete(id);
  }

  /** Rejects all waiting and future batches; false when it has done so before. */
  #stop(error: Error): boolean {
    if (this.#stopped) return false;
    this.#stopped = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    return true;
  }
}

function startWorker(task: EngineTask): Worker {
  return new Worker(new URL('./engine-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { stackSizeMb },
  });
}

async function untilReady(worker: Worker): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<EngineReply>();
  worker.once('message', resolve).once('error', reject);
  worker.once('exit', () =>
    reject(new DatabaseStopped('The thread of the embedded database ended while it started.')),
  );
  const reply = await promise;
  if ('refused' in reply) throw refusal(reply.refused);
}

function refusal({ name, message }: { name: string; message: string }): Error {
  if (name === 'DatabaseUnsafe') return new DatabaseUnsafe(message);
  return new Error(`The embedded database did not start: ${message}`);
}
