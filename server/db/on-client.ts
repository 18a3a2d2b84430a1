import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Tables } from './schema.ts';

/** Kysely for statements that belong to a transaction which a client has begun by itself. */
export function onClient(client: pg.PoolClient): Kysely<Tables> {
  // The client stays with whoever began the transaction.
  const held = { query: client.query.bind(client), release: () => undefined };
  const pool = { connect: async () => held, end: async () => undefined };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) });
}
