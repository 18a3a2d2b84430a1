import { dayMs } from '#contract/durations.ts';

/** The columns that decide whether a second factor is demanded. */
interface FactorColumns {
  /** A hosted service's is an https address, as OpenID Connect has it. */
  readonly issuer: string;
  readonly role: string | null;
  readonly power_since: Date | null;
  /** Whether sign-ins of this account ask for a code. */
  readonly second_factor: boolean;
}

/**
 * From when on an admin without a second factor has no power: `graceDays` after the power began. Undefined when a factor is
 * on, for those who are no admins, in the demo (`graceDays` undefined), and for accounts of a hosted service, whose second
 * factor the shop does not see (docs/decisions/0066).
 */
export function factorDueAt(
  { issuer, role, power_since, second_factor }: FactorColumns,
  graceDays: number | undefined,
): Date | undefined {
  if (graceDays === undefined || role !== 'admin' || second_factor) return undefined;
  if (issuer.startsWith('https://')) return undefined;
  // A missing time counts as long ago: nobody keeps power because of it.
  return new Date((power_since?.getTime() ?? 0) + graceDays * dayMs);
}

/** The remark about a missing second factor in a list of admins. */
export function factorRemark(
  row: FactorColumns,
  graceDays: number | undefined,
  now: Date,
): string | undefined {
  const due = factorDueAt(row, graceDays);
  if (due === undefined) return undefined;
  return due > now
    ? `no second factor: no power after ${due.toISOString().slice(0, 10)}`
    : 'no second factor: no power';
}
