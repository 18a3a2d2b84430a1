import { type Kysely, sql } from 'kysely';
import { type MigrationFile, readMigrations, shopMigrations } from './migration-files.ts';
import { appliedMigrations, compareHistory } from './migration-history.ts';
import { probeOf } from './open.ts';
import type { Tables } from './schema.ts';

/** One answer serves all probes of this time, so that they cost the database little. */
const holdsMs = 1_000;

/** Asks whether the database answers, takes writes and has every migration; never waits for the pool of a server. */
export function databaseReadiness(db: Kysely<Tables>): () => Promise<boolean> {
  // Once: a newer version that is unpacked beside it does not end this one.
  const known = readMigrations(shopMigrations);
  let answer: Promise<boolean> | undefined;
  let until = Infinity;
  return () => {
    if (answer !== undefined && performance.now() < until) return answer;
    until = Infinity;
    answer = isReady(probeOf(db), known);
    const settle = (): void => void (until = performance.now() + holdsMs);
    answer.then(settle, settle);
    return answer;
  };
}

async function isReady(db: Kysely<Tables>, known: readonly MigrationFile[]): Promise<boolean> {
  const { rows } = await sql<{ writable: boolean }>`
    select current_setting('transaction_read_only') = 'off' as writable`.execute(db);
  return (
    rows[0]?.writable === true &&
    compareHistory(known, await appliedMigrations(db)).pending.length === 0
  );
}
