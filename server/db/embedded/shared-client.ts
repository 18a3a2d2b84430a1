import type pg from 'pg';

/** One use of the engine's connection by everybody who asks meanwhile. */
interface Use {
  readonly client: Promise<pg.PoolClient>;
  hasBegun: boolean;
  users: number;
  answeredAt: number;
}

/**
 * Statements that are no part of a transaction share the engine's one connection: each is sent at once, so that the engine finds the next when it
 * has answered one, however busy the shop is with the answers. Who wants the connection alone gets it before those who ask after that.
 */
export class SharedClient {
  readonly #pool: pg.Pool;
  #use: Use | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** Asks the engine, and says how many milliseconds it took from when everything before it was answered. */
  async run<Answer>(
    ask: (client: pg.PoolClient) => Promise<Answer>,
    took: (ms: number) => void,
  ): Promise<Answer> {
    const use = this.#current();
    use.users += 1;
    try {
      const client = await use.client;
      const askedAt = performance.now();
      try {
        return await ask(client);
      } finally {
        const now = performance.now();
        took(now - Math.max(askedAt, use.answeredAt));
        use.answeredAt = now;
      }
    } finally {
      use.users -= 1;
      if (use.users === 0) await this.#end(use);
    }
  }

  #current(): Use {
    const isToEnd = this.#use?.hasBegun === true && this.#pool.waitingCount > 0;
    if (this.#use === undefined || isToEnd) this.#use = this.#begin();
    return this.#use;
  }

  #begin(): Use {
    const client = this.#pool.connect();
    const use: Use = { client, hasBegun: false, users: 0, answeredAt: 0 };
    client.then(
      () => (use.hasBegun = true),
      () => undefined,
    );
    return use;
  }

  async #end(use: Use): Promise<void> {
    if (this.#use === use) this.#use = undefined;
    // Without a connection there is none to give back; who waited for it has been told.
    const client = await use.client.catch(() => undefined);
    client?.release();
  }
}
