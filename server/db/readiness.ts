import { type Kysely, sql } from 'kysely';
import { type MigrationFile, readMigrations, shopMigrations } from './migration-files.ts';
import { appliedMigrations, compareHistory } from './migration-history.ts';
import { probeOf } from './open.ts';
import type { Tables } from './schema.ts';

/** One answer serves all probes of this time, so that they cost the database little. */
const holdsMs = 1_000;

/**
 * Asks why the database cannot be used: it takes no writes, or lacks a migration; undefined when it can. Rejects when it does not
 * answer; never waits for the pool of a server.
 */
export function databaseReadiness(db: Kysely<Tables>): () => Promise<string | undefined> {
  // Once: a newer version that is unpacked beside it does not end this one.
  const known = readMigrations(shopMigrations);
  let answer: Promise<string | undefined> | undefined;
  let until = Infinity;
  return () => {
    if (answer !== undefined && performance.now() < until) return answer;
    until = Infinity;
    answer = faultOf(probeOf(db), known);
    const settle = (): void => void (until = performance.now() + holdsMs);
    answer.then(settle, settle);
    return answer;
  };
}

async function faultOf(
  db: Kysely<Tables>,
  known: readonly MigrationFile[],
): Promise<string | undefined> {
  const { rows } = await sql<{ writable: boolean }>`
    select current_setting('transaction_read_only') = 'off' as writable`.execute(db);
  if (rows[0]?.writable !== true) return 'the database takes no writes';
  const { pending } = compareHistory(known, await appliedMigrations(db));
  return pending.length === 0
    ? undefined
    : `the database lacks ${pending.map(({ name }) => name).join(', ')}`;
}
