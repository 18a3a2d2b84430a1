/** Types of messages after which the server answers (PostgreSQL's documentation: Message Flow). */
const closing = new Set(['Q', 'S', 'H', 'F', 'c', 'f', 'X'].map((type) => type.charCodeAt(0)));

const lengthBytes = 4;
const typeBytes = 1;

/**
 * Splits what the client writes into batches of whole messages that the engine can answer: a start-up message, a simple
 * query, an extended query up to its Sync or Flush, a copy up to its end.
 */
export class WireBatches {
  #started = false;
  #waiting: Buffer = Buffer.alloc(0);
  #batchBytes = 0;

  /** Takes the next bytes; answers the batches they complete. */
  push(chunk: Buffer): Buffer[] {
    this.#waiting = this.#waiting.length === 0 ? chunk : Buffer.concat([this.#waiting, chunk]);
    const batches: Buffer[] = [];
    for (let end = this.#nextMessageEnd(); end !== undefined; end = this.#nextMessageEnd()) {
      const type = this.#waiting[this.#batchBytes];
      const complete = !this.#started || (type !== undefined && closing.has(type));
      this.#started = true;
      this.#batchBytes = end;
      if (complete) batches.push(this.#takeBatch());
    }
    return batches;
  }

  #nextMessageEnd(): number | undefined {
    // Only the start-up message has no type byte.
    const lengthAt = this.#batchBytes + (this.#started ? typeBytes : 0);
    if (this.#waiting.length < lengthAt + lengthBytes) return undefined;
    const end = lengthAt + this.#waiting.readUInt32BE(lengthAt);
    return end <= this.#waiting.length ? end : undefined;
  }

  #takeBatch(): Buffer {
    const batch = this.#waiting.subarray(0, this.#batchBytes);
    this.#waiting = this.#waiting.subarray(this.#batchBytes);
    this.#batchBytes = 0;
    return batch;
  }
}
