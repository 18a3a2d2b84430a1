import type { Deferred, Outcome } from '#web/api/defer.ts';

/** The data of one load, and what is shown of it. */
export interface Shown<Value> {
  readonly data: Deferred<Value>;
  readonly outcome: Outcome<Value>;
  /** The load failed, and the outcome is that of one before. */
  readonly isOld?: boolean;
}

/**
 * What is shown once a load has ended: a failure does not take away what was there, with all that is typed into it, unless whoever
 * looks may not see it any more, or nobody would be told that it is old (`keeps`).
 */
export function nextShown<Value>(
  before: Shown<Value>,
  now: Shown<Value>,
  keeps = true,
): Shown<Value> {
  if (before.data === now.data) return before;
  const hasFailed = !now.outcome.ok && now.outcome.isForbidden !== true;
  const stays = keeps && before.outcome.ok && hasFailed;
  return stays ? { ...now, outcome: before.outcome, isOld: true } : now;
}
