import { setTimeout as sleep } from 'node:timers/promises';

/** A question to the database that may take long: asked once at a time, and waited for as long as the asker likes. */
export class Inquiry<Answer> {
  readonly #ask: () => Promise<Answer>;
  readonly #failed: (error: unknown) => void;
  #underWay: Promise<Answer | undefined> | undefined;

  constructor(ask: () => Promise<Answer>, failed: (error: unknown) => void) {
    this.#ask = ask;
    this.#failed = failed;
  }

  /** The answer to the question under way, or to a new one; undefined when it fails or takes longer than this. */
  async within(ms: number): Promise<Answer | undefined> {
    const late = new AbortController();
    try {
      return await Promise.race([this.begin(), sleep(ms, undefined, { signal: late.signal })]);
    } finally {
      late.abort();
    }
  }

  /** Asks, unless that is under way; never rejects. */
  begin(): Promise<Answer | undefined> {
    return (this.#underWay ??= this.#ask()
      .catch((error: unknown) => {
        this.#failed(error);
        return undefined;
      })
      .finally(() => {
        this.#underWay = undefined;
      }));
  }
}
