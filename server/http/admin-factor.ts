import { dayMs } from '#contract/durations.ts';

/** What of an admin's row the demand of a second factor hangs on. */
interface Demanded {
  readonly role: string | null;
  readonly power_since: Date | null;
  /** Whether sign-ins of this account ask for a code. */
  readonly second_factor: boolean;
}

/**
 * From when on an admin's role has no power without a second factor: days after its power began. Undefined when one is on,
 * for whoever is no admin, and in a shop that demands none (`graceDays` undefined: the demo).
 */
export function factorDueAt(
  { role, power_since, second_factor }: Demanded,
  graceDays: number | undefined,
): Date | undefined {
  if (graceDays === undefined || role !== 'admin' || second_factor) return undefined;
  // Unknown is long ago: nobody keeps power because a time is missing.
  return new Date((power_since?.getTime() ?? 0) + graceDays * dayMs);
}

/** What a list of admins says of a second factor that is missing; undefined where there is nothing to say. */
export function factorRemark(
  row: Demanded,
  graceDays: number | undefined,
  now: Date,
): string | undefined {
  const due = factorDueAt(row, graceDays);
  if (due === undefined) return undefined;
  return due > now
    ? `no second factor: no power after ${due.toISOString().slice(0, 10)}`
    : 'no second factor: no power';
}
