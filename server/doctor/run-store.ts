import { sql, type Selectable } from 'kysely';
import type { CheckResult, DoctorRun } from '#contract/doctor.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';

export type RunRow = Selectable<Tables['doctor_runs']>;

/** A run that this process works on. */
interface Own {
  readonly id: string;
  readonly worker: string;
}

/** Asks for a run; answers false when one is under way. */
export async function insertRun(
  db: Database,
  { now, steps }: { now: Date; steps: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('doctor_runs')
    .values({ id: newId(now), asked_at: now, steps, checks: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** Takes the run that nobody works on, or whose worker is gone. */
export async function claimRun(
  db: Database,
  { worker, now, until, steps }: { worker: string; now: Date; until: Date; steps: number },
): Promise<RunRow | undefined> {
  return db
    .updateTable('doctor_runs')
    .set({
      worker,
      worked_until: until,
      tries: sql<number>`tries + 1`,
      // A newer copy of the shop may have others.
      steps,
    })
    .where('ended_at', 'is', null)
    .where((is) => is.or([is('worked_until', 'is', null), is('worked_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst();
}

/** Answers false when the run is not this process's any more. */
export async function updateOwnRun(
  db: Database,
  { id, worker }: Own,
  change: Partial<
    Pick<
      RunRow,
      | 'worker'
      | 'worked_until'
      | 'tries'
      | 'steps_done'
      | 'looks_at'
      | 'found'
      | 'ended_at'
      | 'failure'
    >
  >,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('doctor_runs')
    .set(change)
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Writes down what the run found; the runs before it are of no interest any more. */
export async function finishRun(
  tx: Database,
  { id, worker }: Own,
  { checks, now }: { checks: readonly CheckResult[]; now: Date },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('doctor_runs')
    .set({ checks: JSON.stringify(checks), found: null, ended_at: now })
    .where('id', '=', id)
    .where('worker', '=', worker)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n)
    await tx
      .deleteFrom('doctor_runs')
      .where('ended_at', 'is not', null)
      .where('id', '<>', id)
      .execute();
}

/** Ends a run without a result; what was found before it stays. */
export async function failRun(
  tx: Database,
  own: Own,
  { failure, now }: { failure: string; now: Date },
): Promise<void> {
  await tx.deleteFrom('doctor_runs').where('failure', 'is not', null).execute();
  await updateOwnRun(tx, own, { failure, found: null, ended_at: now });
}

/** What the last run with a result found, and a newer one without. */
export async function findRuns(
  db: Database,
): Promise<{ found: RunRow | undefined; newer: DoctorRun | null }> {
  const rows = await db.selectFrom('doctor_runs').selectAll().execute();
  const found = rows.find(({ checks }) => checks !== null);
  // One without a result is newer: it would have gone with the end of the other.
  const newer =
    rows.find(({ ended_at }) => ended_at === null) ?? rows.find(({ failure }) => failure !== null);
  if (newer === undefined) return { found, newer: null };
  const { asked_at, steps_done, steps, looks_at, failure } = newer;
  return {
    found,
    newer: {
      askedAt: asked_at.toISOString(),
      state: failure === null ? 'running' : 'failed',
      progress: { done: steps_done, of: steps },
      looksAt: looks_at,
      failure,
    },
  };
}
