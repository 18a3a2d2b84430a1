import type { CheckResult, DoctorReport } from '#contract/doctor.ts';
import { checkCards } from './card-checks.ts';
import { NotCheckable, mostRows, type Check, type Finding, type CheckedShop } from './check.ts';
import { historyTriggers } from './history-triggers.ts';
import { invariants } from './invariants.ts';
import { returnCheck } from './return-check.ts';
import { stuckWork } from './stuck-work.ts';
import { checkUnbooked } from './unbooked-check.ts';

/** Rows that a report names. */
const mostNamed = 20;

/** The checks of the shop's own books. One that fails to run is `unknown`; the others go on. */
export async function examineBooks(shop: CheckedShop): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { find, explain, ...check } of [
    ...invariants,
    returnCheck,
    historyTriggers,
    ...stuckWork,
  ] as Check[]) {
    try {
      const rows = await find(shop);
      const note = rows.length > 0 ? await explain?.(shop) : undefined;
      findings.push({ check, rows, ...(note === undefined ? {} : { note }) });
    } catch (error) {
      findings.push({
        check,
        rows: undefined,
        note:
          error instanceof NotCheckable
            ? error.message
            : `This could not be looked up: ${error instanceof Error ? error.message : 'no answer'}.`,
      });
    }
  }
  return findings;
}

/** Checks the books, and the newest `mostPayments` at the card provider. Changes nothing. */
export async function examine(
  shop: CheckedShop,
  { mostPayments }: { mostPayments: number },
): Promise<Finding[]> {
  return [
    ...(await examineBooks(shop)),
    ...(await checkCards(shop, mostPayments)),
    await checkUnbooked(shop),
  ];
}

/** The findings as the wire carries them. */
export function writeReport(
  findings: readonly Finding[],
  now: Date,
): Omit<DoctorReport, 'unpaidHolds'> {
  return { checkedAt: now.toISOString(), checks: findings.map(showFinding) };
}

function showFinding({ check, rows, note }: Finding): CheckResult {
  const broken = rows ?? [];
  return {
    _id: check.id,
    about: check.about,
    sentence: check.sentence,
    status: rows === undefined ? 'unknown' : rows.length === 0 ? 'holds' : 'broken',
    rows: broken.slice(0, mostNamed).map(({ id }) => id),
    more: broken.length > mostNamed || broken.length === mostRows,
    repairable: broken.some(({ repairable }) => repairable),
    note: note ?? null,
  };
}
