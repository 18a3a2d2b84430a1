import { createHash } from 'node:crypto';
import { sql, type CompiledQuery, type QueryCreator } from 'kysely';
import { prepared } from '#server/db/prepared.ts';
import type { Tables } from '#server/db/schema.ts';
import { refuse } from '#server/http/refusal.ts';
import { isWithinLimits, type CounterLimits } from '#server/rate-limit/store.ts';
import type { Database } from '#server/shop.ts';

/** A write that may be sent twice. */
export interface KeyedRequest {
  /** Keys belong to a user: others may use the same one. */
  readonly userId: string;
  /** The `Idempotency-Key` header; a request without one is always a new one. */
  readonly key: string | undefined;
  /** What must be equal in a repetition, as JSON. */
  readonly request: readonly unknown[];
  readonly now: Date;
}

/** The request that a key was used for, and its answer. */
export interface KeyedAnswer {
  readonly request_hash: string;
  readonly result: unknown;
}

/**
 * Does `work` once per key, in the caller's transaction: a repetition gets the first answer and does nothing. A refused
 * request stores no key. Refuses with `key_reused`.
 */
export async function oncePerKey<Answer>(
  tx: Database,
  asked: KeyedRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { userId, key } = asked;
  if (key === undefined) return work();
  // Inserted before the work, so that a concurrent request with the same key waits here until this transaction ends.
  const claimed = await keyRow(tx, { ...asked, key }, null)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed === undefined)
    return answerFor(await findAnswer(tx, { userId, key }), asked) as Answer;
  const answer = await work();
  await tx
    .updateTable('idempotency_keys')
    .set({ result: JSON.stringify(answer) })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute();
  return answer;
}

/** Values of the statement that ties a key. */
interface ToTie extends CounterLimits {
  readonly user_id: string;
  readonly key: string;
  readonly request_hash: string;
  readonly created_at: Date;
}

/**
 * The statement that ties a key to its first request, where that has no answer worth keeping, unless the request, which was counted
 * just before, is one too many. It answers nothing of a key that was tied before: then `checkTie` tells whether to this request.
 */
export function tyingKey(
  asked: KeyedRequest & { readonly key: string },
  limits: CounterLimits,
): CompiledQuery<{ key: string }> {
  const { user_id, key, request_hash, created_at } = keyValues(asked, null);
  return tie({ user_id, key, request_hash, created_at, ...limits });
}

const tie = prepared(
  (_, row: ToTie) => sql<{ key: string }>`
    insert into idempotency_keys (user_id, key, request_hash, result, created_at)
    select ${row.user_id}::uuid, ${row.key}::text, ${row.request_hash}::text, 'null', ${row.created_at}::timestamptz
    where ${isWithinLimits(row)}
    on conflict do nothing returning key`,
);

/** Refuses with `key_reused` when a key is not tied to this request. */
export async function checkTie(
  db: Database,
  asked: KeyedRequest & { readonly key: string },
): Promise<void> {
  answerFor(await findAnswer(db, asked), asked);
}

function findAnswer(
  tx: Database,
  { userId, key }: { userId: string; key: string },
): Promise<KeyedAnswer> {
  const ofKey = tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'result'])
    .where('user_id', '=', userId)
    .where('key', '=', key);
  return ofKey.executeTakeFirstOrThrow();
}

/** The stored answer, if the key was used for the same request. Refuses with `key_reused`. */
export function answerFor(
  { request_hash, result }: KeyedAnswer,
  { request }: KeyedRequest,
): unknown {
  return request_hash === hashOf(request) ? result : refuse('key_reused');
}

/** The statement that stores a key with its answer. */
export function keyRow(
  db: QueryCreator<Tables>,
  asked: KeyedRequest & { readonly key: string },
  answer: unknown,
) {
  const row = { ...keyValues(asked, answer), result: JSON.stringify(answer) };
  return db.insertInto('idempotency_keys').values(row);
}

/** The row of a key, with its answer as it is. */
export function keyValues(
  { userId, key, request, now }: KeyedRequest & { readonly key: string },
  answer: unknown,
) {
  return { user_id: userId, key, request_hash: hashOf(request), result: answer, created_at: now };
}

function hashOf(request: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('base64url');
}

/** Deletes keys from before a moment, a limited number at a time; answers how many. */
export async function forgetKeys(
  db: Database,
  { before, most }: { before: Date; most: number },
): Promise<number> {
  const old = db
    .selectFrom('idempotency_keys')
    .select(['user_id', 'key'])
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(most);
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where(({ refTuple }) => refTuple('user_id', 'key'), 'in', old.$asTuple('user_id', 'key'))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes the keys of an account. */
export async function forgetKeysOf(tx: Database, userId: string): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute();
}
