import type pg from 'pg';

const checkpointEveryMs = 5 * 60_000;
const analyzeEveryMs = 60_000;
const vacuumHour = 3;

/**
 * PGlite has no background processes, so this does their work: a checkpoint every five minutes (without one the log grew to
 * 1.3 GB), the planner's statistics every minute where most is new, and a vacuum every night. Answers a function that stops it.
 */
export function startMaintenance(pool: pg.Pool): () => void {
  const checkpoints = setInterval(() => void runOrWarn(pool, checkpoint), checkpointEveryMs);
  checkpoints.unref();
  // What was not done is done a minute later; a dead engine is reported elsewhere.
  const analyses = setInterval(
    () => void analyzeChanged(pool).catch(() => undefined),
    analyzeEveryMs,
  );
  analyses.unref();
  let vacuums: NodeJS.Timeout;
  const planVacuum = (): void => {
    vacuums = setTimeout(() => {
      void runOrWarn(pool, vacuum);
      planVacuum();
    }, msUntilNight(new Date()));
    vacuums.unref();
  };
  planVacuum();
  return () => {
    clearInterval(checkpoints);
    clearInterval(analyses);
    clearTimeout(vacuums);
  };
}

/** Milliseconds from `now` to the next night's quiet hour, local time; never zero. */
export function msUntilNight(now: Date): number {
  const night = new Date(now);
  night.setHours(vacuumHour, 0, 0, 0);
  if (night <= now) night.setDate(night.getDate() + 1);
  return night.getTime() - now.getTime();
}

/** Writes all changed pages to disk, so that the log can be reused. */
export async function checkpoint(pool: pg.Pool): Promise<void> {
  await pool.query('checkpoint');
}

/**
 * Updates the planner's statistics of tables of which more than half is new: after a first import it would take them for empty until night.
 * From a tenth of the rows that a server would look at, because nobody else is answered meanwhile; the night's are better, and stay where less
 * has changed.
 */
async function analyzeChanged(pool: pg.Pool): Promise<void> {
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
       where n_mod_since_analyze > 50 + 0.5 * n_live_tup order by 1`,
  );
  for (const { name } of tables.rows) {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('set local default_statistics_target = 10');
      await client.query(`analyze ${name}`);
    } finally {
      await client.query('commit').finally(() => client.release());
    }
  }
}

/** Frees dead rows and updates the planner's statistics, table by table so that queries can run in between. */
export async function vacuum(pool: pg.Pool): Promise<void> {
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables order by 1`,
  );
  for (const { name } of tables.rows) await pool.query(`vacuum (analyze) ${name}`);
}

async function runOrWarn(pool: pg.Pool, work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  try {
    await work(pool);
  } catch (error) {
    if (pool.ending) return;
    // A late checkpoint loses nothing, the next one catches up; a dead engine is reported elsewhere.
    process.emitWarning(`Upkeep of the embedded database was put off: ${String(error)}`);
  }
}
