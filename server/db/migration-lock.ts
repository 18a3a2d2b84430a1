import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { MigrationRefused } from './migration-history.ts';
import type { Tables } from './schema.ts';

/** How long a start waits, in milliseconds. */
export interface Patience {
  /** For another copy's migration. */
  readonly otherCopyMs: number;
  /** After which it says so. */
  readonly silentMs: number;
  /** How often a migration asks for its locks. */
  readonly tries: number;
  /** Between two tries, on average. */
  readonly pauseMs: number;
}

export const standardPatience: Patience = {
  otherCopyMs: 5 * 60_000,
  silentMs: 3_000,
  tries: 20,
  pauseMs: 1_000,
};

// The key of Kysely's migrator, which older versions of the shop lock with: they and this one exclude each other.
const key = 3_853_314_791_062_309_107n;
const askAgainMs = 100;
/** Shorter than what orders wait for a lock: while a migration waits for a table, they wait behind it. */
const lockMs = 500;

const isTaken = Symbol('another copy migrates');

/** Who holds the lock, in words. */
async function holderOf(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ pid: number; application: string; host: string; seconds: number }>`
    select a.pid, a.application_name as application, coalesce(host(a.client_addr), 'this machine') as host,
      extract(epoch from now() - coalesce(a.xact_start, a.state_change, a.backend_start))::int as seconds
    from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.granted and l.objsubid = 1
      and l.database = (select oid from pg_database where datname = current_database())
      and (l.classid::int8 << 32) + l.objid::int8 = ${String(key)}::int8`.execute(db);
  const [holder] = rows;
  if (holder === undefined) return 'it has just ended';
  const { pid, application, host, seconds } = holder;
  return `database process ${pid}, ${application || 'unnamed'} at ${host}, for ${seconds} s`;
}

/**
 * Runs `work` in a transaction of which there is one at a time over all copies. The lock is the transaction's, so a pooler cannot
 * part the two, and it is asked for again and again instead of waited for: an index that another copy builds concurrently would
 * wait for a waiting transaction. Rejects with `MigrationRefused` when others take too long.
 */
export async function oneAtATime<Result>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<Result>,
  { otherCopyMs, silentMs }: Patience,
  say: (sentence: string) => void,
): Promise<Result> {
  const since = performance.now();
  let hasSaid = false;
  for (;;) {
    const answer = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_xact_lock(${String(key)}::int8) as locked`.execute(tx);
      if (rows[0]?.locked !== true) return isTaken;
      await sql`select set_config('lock_timeout', ${String(lockMs)}, true),
        set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx);
      return { result: await work(tx) };
    });
    if (answer !== isTaken) return answer.result;
    const waitedMs = performance.now() - since;
    if (waitedMs > otherCopyMs)
      throw new MigrationRefused(
        `Another copy's migration has not ended within ${Math.round(waitedMs / 1000)} s (${await holderOf(db)}): this start gives up.`,
      );
    if (waitedMs > silentMs && !hasSaid) {
      hasSaid = true;
      say(`This start waits for another copy's migration (${await holderOf(db)}).`);
    }
    await sleep(askAgainMs * (0.5 + Math.random()));
  }
}

/** SQLSTATEs of a lock that was not given. */
const notGiven = new Set(['55P03', '40P01']);

/** Runs `work` again after a pause as long as it does not get its locks. */
export async function untilLocksAreGiven(
  name: string,
  work: () => Promise<void>,
  { tries, pauseMs }: Patience,
  say: (sentence: string) => void,
): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (!notGiven.has(String((error as { code?: unknown } | null)?.code))) throw error;
      if (tried >= tries)
        throw new MigrationRefused(
          `The migration ${name} did not get its locks in ${tries} tries: something uses its tables for long, such as a backup. Start again when it has ended.`,
        );
      if (tried === 1) say(`The migration ${name} waits for a table that is in use.`);
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }
}
