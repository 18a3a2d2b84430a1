import { type Kysely, sql } from 'kysely';
import { migrationsPending } from './migrate.ts';
import { probeOf } from './open.ts';
import type { Tables } from './schema.ts';

/** One answer serves all probes of this time, so that they cost the database little. */
const holdsMs = 1_000;

/** Asks whether the database answers, takes writes and has every migration; never waits for the pool of a server. */
export function databaseReadiness(db: Kysely<Tables>): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  let until = Infinity;
  return () => {
    if (answer !== undefined && performance.now() < until) return answer;
    until = Infinity;
    answer = isReady(probeOf(db));
    const settle = (): void => void (until = performance.now() + holdsMs);
    answer.then(settle, settle);
    return answer;
  };
}

async function isReady(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ writable: boolean }>`
    select current_setting('transaction_read_only') = 'off' as writable`.execute(db);
  return rows[0]?.writable === true && (await migrationsPending(db)).length === 0;
}
