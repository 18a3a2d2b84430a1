import { Duplex } from 'node:stream';
import { WireBatches } from './wire-batches.ts';

/** Answers one batch of the wire protocol. */
type AnswerBatch = (batch: Uint8Array) => Promise<Uint8Array>;

/** Stands in for the socket of `pg`: passes batches to the engine and answers in order. */
export class WireStream extends Duplex {
  readonly #answer: AnswerBatch;
  readonly #batches = new WireBatches();

  constructor(answer: AnswerBatch) {
    super();
    this.#answer = answer;
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }

  // `pg` calls these on a socket; there is none.
  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _write(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error?: Error | null) => void,
  ): void {
    for (const batch of this.#batches.push(chunk)) void this.#pass(batch);
    done();
  }

  override _read(): void {
    // Answers are pushed when they come.
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null);
    done();
  }

  async #pass(batch: Buffer): Promise<void> {
    try {
      const answer = await this.#answer(batch);
      if (answer.length > 0 && !this.destroyed && !this.writableEnded) {
        this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
      }
    } catch (error) {
      this.destroy(error as Error);
    }
  }
}
