import type { CheckResult, DoctorReport } from '#contract/doctor.ts';
import { checkCards } from './card-checks.ts';
import { CannotSay, mostRows, type Check, type Finding, type CheckedShop } from './check.ts';
import { historyTriggers } from './history-triggers.ts';
import { invariants } from './invariants.ts';
import { stuckWork } from './stuck-work.ts';

/** Rows that a report names. */
const mostNamed = 20;

/** What the shop's own books say. A check that the database would not answer is `unknown`, the others go on. */
export async function examineBooks(shop: CheckedShop): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { find, ...check } of [
    ...invariants,
    historyTriggers,
    ...stuckWork,
  ] satisfies Check[]) {
    try {
      findings.push({ check, rows: await find(shop) });
    } catch (error) {
      findings.push({
        check,
        rows: undefined,
        note:
          error instanceof CannotSay
            ? error.message
            : `This could not be looked up: ${error instanceof Error ? error.message : 'no answer'}.`,
      });
    }
  }
  return findings;
}

/** Looks at everything: the books, and the newest `mostPayments` at the card provider. Changes nothing. */
export async function examine(
  shop: CheckedShop,
  { mostPayments }: { mostPayments: number },
): Promise<Finding[]> {
  return [...(await examineBooks(shop)), ...(await checkCards(shop, mostPayments))];
}

/** The findings as people read them. */
export function reportOf(
  findings: readonly Finding[],
  now: Date,
): Omit<DoctorReport, 'unpaidHolds'> {
  return { checkedAt: now.toISOString(), checks: findings.map(resultOf) };
}

function resultOf({ check, rows, note }: Finding): CheckResult {
  const broken = rows ?? [];
  return {
    _id: check.id,
    about: check.about,
    sentence: check.sentence,
    status: rows === undefined ? 'unknown' : rows.length === 0 ? 'holds' : 'broken',
    rows: broken.slice(0, mostNamed).map(({ id }) => id),
    more: broken.length > mostNamed || broken.length === mostRows,
    repairable: broken.some(({ mendable }) => mendable),
    note: note ?? null,
  };
}
