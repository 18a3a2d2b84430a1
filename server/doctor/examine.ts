import type { CheckResult, DoctorReport } from '#contract/doctor.ts';
import { checkCards } from './card-checks.ts';
import { CannotSay, mostRows, type Check, type Finding, type Patient } from './check.ts';
import { historyKept } from './history-kept.ts';
import { invariants } from './invariants.ts';
import { stuckWork } from './stuck.ts';

/** Rows that a report names. */
const mostNamed = 20;

/** What the shop's own books say. A check that the database would not answer is `unknown`, the others go on. */
export async function examineBooks(patient: Patient): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { find, ...check } of [...invariants, historyKept, ...stuckWork] satisfies Check[]) {
    try {
      findings.push({ check, rows: await find(patient) });
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
  patient: Patient,
  { mostPayments }: { mostPayments: number },
): Promise<Finding[]> {
  return [...(await examineBooks(patient)), ...(await checkCards(patient, mostPayments))];
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
