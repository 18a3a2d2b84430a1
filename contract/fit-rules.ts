import type { ClaimCount, Confirmed } from './fit-votes.ts';

/** Fewer buyers than this decide nothing. */
const fewestVoices = 5;
/** Percent of them that have to confirm a claim. */
const neededPercent = 90;

/** Whether so many buyers say that a claim does not hold that nobody is told any more that the part fits. */
export function isDoubted({ yes, no }: Pick<Confirmed, 'yes' | 'no'>): boolean {
  const voices = yes + no;
  return voices >= fewestVoices && yes * 100 < voices * neededPercent;
}

/** '3 of 8 buyers say it does not fit.' */
export function doubtInWords({ yes, no }: Pick<Confirmed, 'yes' | 'no'>): string {
  return `${no} of ${yes + no} buyers say it does not fit.`;
}

/** '112 buyers confirmed it, 1 did not, 2 fitted it with changes.' Empty where nobody has said anything. */
export function confirmedInWords({ yes, no, changes }: Confirmed): string {
  const changed =
    changes > 0 ? [`${yes + no > 0 ? changes : buyers(changes)} fitted it with changes`] : [];
  const said =
    yes > 0
      ? [`${buyers(yes)} confirmed it`, ...(no > 0 ? [`${no} did not`] : [])]
      : no > 0
        ? [`${buyers(no)} ${no === 1 ? 'says' : 'say'} it does not fit`]
        : [];
  const all = [...said, ...changed];
  return all.length === 0 ? '' : `${all.join(', ')}.`;
}

function buyers(count: number): string {
  return count === 1 ? '1 buyer' : `${count} buyers`;
}

/** By this the claims of a part are told from each other. */
export function claimKey(claim: Omit<ClaimCount, keyof Confirmed>): string {
  const { make, model, yearFrom, yearTo, engine, position, note } = claim;
  return [make, model, yearFrom, yearTo, engine, position, note].join('\n');
}
