import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { QueueFull } from '#server/work-queue.ts';
import type { Tables } from './schema.ts';

const retryable = new Set(['40001', '40P01']);
const maxAttempts = 5;
const firstPauseMs = 10;

/**
 * Runs `work` in one transaction and retries after a serialisation failure or deadlock, up to five runs in all. `work` must
 * do database work only. Inside an open transaction it joins that one; the outermost call retries.
 */
export async function inTransaction<Result>(
  db: Kysely<Tables> | Transaction<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return work(db as Transaction<Tables>);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= maxAttempts || !retryable.has(errorCode(error) ?? '')) throw error;
      // A random pause, so that the same two transactions do not collide again.
      await sleep(firstPauseMs * 2 ** attempt * Math.random());
    }
  }
}

/** The unique index by which another row has the key of one that was to be written; undefined for any other error. */
export function uniqueIndexOf(error: unknown): string | undefined {
  return errorCode(error) === '23505' ? (error as { constraint?: string }).constraint : undefined;
}

/** SQLSTATEs: connection (08), no resources (53), shutting down (57P), read-only as after a failover (25006). */
const unreachableState = /^(08...|53...|57P..|25006)$/;

/**
 * SQLSTATEs that one statement may have while others go on: disk and system (58), query timeout (57014), transaction left idle too
 * long (25P03), lock timeout (55P03), and what retries did not mend.
 */
const busyState = /^(58...|57014|25P03|55P03|40001|40P01)$/;

const unreachableSystemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
]);

/** Messages of `pg`, its pool and Kysely about a lost connection; these errors have no code. */
const unreachableMessages = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'driver has already been destroyed',
];

/** Whether the database cannot be reached or cannot work just now: the shop answers 503. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isUnreachable(error) || error instanceof QueueFull) return true;
  return busyState.test(errorCode(error) ?? '');
}

/** Whether the database cannot be reached by anybody: what comes next would fail too. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'DatabaseStopped') return true;
  const code = errorCode(error);
  if (code !== undefined && (unreachableState.test(code) || unreachableSystemCodes.has(code)))
    return true;
  // A missing socket; other missing files have nothing to do with the database.
  if (code === 'ENOENT') return (error as NodeJS.ErrnoException).syscall === 'connect';
  return unreachableMessages.some((sentence) => error.message.startsWith(sentence));
}

/** Whether a statement waited for a lock until its time was over. */
export function isLockTimeout(error: unknown): boolean {
  return errorCode(error) === '55P03';
}

function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}
