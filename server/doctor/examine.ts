import type { CheckResult } from '#contract/doctor.ts';
import { cardChecks, checkCards, type CardLimits } from './card-checks.ts';
import {
  NotCheckable,
  RunEnds,
  mostRows,
  type Check,
  type CheckedShop,
  type Finding,
  type FoundBefore,
} from './check.ts';
import { fitChecks } from './fit-checks.ts';
import { historyTriggers } from './history-triggers.ts';
import { invariants } from './invariants.ts';
import { returnCheck } from './return-check.ts';
import { stuckWork } from './stuck-work.ts';
import { sumsCheck } from './sums-check.ts';
import { checkUnbooked, unbookedCheck } from './unbooked-check.ts';
import { atOnce, type Walk } from './walk.ts';

/** Rows that a report names. */
const mostNamed = 20;

/** The checks of the shop's own books. */
const ofBooks: readonly Check[] = [
  ...invariants,
  returnCheck,
  ...fitChecks,
  sumsCheck,
  historyTriggers,
  ...stuckWork,
];

/** How many steps a run has: a check of the books each, and two questions to the card provider. */
export const steps = ofBooks.length + 2;

/** A step of a run that begins. */
interface Step {
  readonly place: number;
  readonly sentence: string;
  /** Of the steps before it. */
  readonly findings: readonly Finding[];
}

/** How a run goes about its checks. */
export interface Manner extends CardLimits {
  readonly walk: Walk;
  /** What a run that was broken off has found in the books; those checks are not made again. */
  readonly found?: FoundBefore;
  /** Called before each of the steps; one that rejects with `RunEnds` ends the run. */
  onStep?(step: Step): Promise<void>;
}

type OfBooks = Pick<Manner, 'walk' | 'found' | 'onStep'>;

/** The checks of the shop's own books. One that fails to run is `unknown`; the others go on. */
export async function examineBooks(
  shop: CheckedShop,
  { walk, found, onStep }: OfBooks = { walk: atOnce },
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [place, check] of ofBooks.entries()) {
    const before = found?.[check.id];
    if (before === undefined) await onStep?.({ place, sentence: check.sentence, findings });
    findings.push(before ? { check, ...before } : await examineOne(shop, check, walk));
  }
  return findings;
}

async function examineOne(
  shop: CheckedShop,
  { find, explain, ...check }: Check,
  walk: Walk,
): Promise<Finding> {
  try {
    const rows = await find(shop, walk);
    const note = rows.length > 0 ? await explain?.(shop) : undefined;
    return { check, rows, ...(note === undefined ? {} : { note }) };
  } catch (error) {
    if (error instanceof RunEnds) throw error;
    const note =
      error instanceof NotCheckable
        ? error.message
        : `This could not be looked up: ${error instanceof Error ? error.message : 'no answer'}.`;
    return { check, rows: undefined, note };
  }
}

/** Checks the books, and the newest payments at the card provider. Changes nothing. */
export async function examine(
  shop: CheckedShop,
  { walk = atOnce, found = {}, onStep, ...limits }: Omit<Manner, 'walk'> & Partial<OfBooks>,
): Promise<Finding[]> {
  const ofProvider = [cardChecks.confirmed, unbookedCheck];
  const findings = await examineBooks(shop, { walk, found, ...(onStep && { onStep }) });
  const begin = async (at: 0 | 1) =>
    onStep?.({ place: ofBooks.length + at, sentence: ofProvider[at]?.sentence ?? '', findings });
  await begin(0);
  findings.push(...(await checkCards(shop, limits)));
  await begin(1);
  findings.push(await checkUnbooked(shop, limits));
  return findings;
}

/** The findings as the wire carries them. */
export function showFindings(findings: readonly Finding[]): CheckResult[] {
  return findings.map(showFinding);
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
