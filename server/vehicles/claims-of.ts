import { claimKey, isDoubted } from '#contract/fit-rules.ts';
import type { Claim, ClaimCount, Confirmed, FitVerdict } from '#contract/fit-votes.ts';
import { anyEngine, readEngine } from '#contract/engine-rules.ts';
import { claimsMadeBy, isCovered, type FittedPart, type Vehicles } from './fit-of.ts';

/** What somebody says of a part and a vehicle. */
export interface Vote {
  readonly userId: string;
  readonly make: string;
  readonly model: string;
  readonly year: number;
  readonly engine: string;
  readonly verdict: FitVerdict;
}

/**
 * The claims of a part that votes are about, with their numbers. A vote is about every claim that covers its vehicle; what nobody claimed, nobody contradicts.
 * A buyer is one voice for a claim, however many of its vehicles they tried: one that it does not fit contradicts the claim, whatever they say of others.
 */
export function claimsOf(
  part: FittedPart,
  votes: readonly Vote[],
  vehicles: Vehicles,
): ClaimCount[] {
  const claims = claimsMadeBy(part);
  const byVehicle = [
    ...Map.groupBy(votes, ({ make, model, year, engine }) =>
      [make, model, year, engine].join('\n'),
    ).values(),
  ];
  const saidOf = new Map<Claim, Vote[]>(claims.map((claim) => [claim, []]));
  for (const same of byVehicle) {
    const [{ make, model, year, engine }] = same as [Vote];
    const vehicle = { make, model, year, engine: readEngine(engine) ?? anyEngine };
    for (const claim of claims.filter(isCovered(vehicle, vehicles)))
      saidOf.get(claim)?.push(...same);
  }
  return [...saidOf]
    .map(([claim, said]) => ({ ...justClaim(claim), ...voicesOf(said) }))
    .filter(({ yes, no, changes }) => yes + no + changes > 0);
}

function justClaim({ make, model, yearFrom, yearTo, engine, position, note }: Claim): Claim {
  return { make, model, yearFrom, yearTo, engine, position, note };
}

/** Each buyer once. */
function voicesOf(votes: readonly Vote[]): Confirmed {
  const verdicts = [...Map.groupBy(votes, ({ userId }) => userId).values()].map((theirs) =>
    verdictOf(theirs.map(({ verdict }) => verdict)),
  );
  const count = (wanted: FitVerdict) => verdicts.filter((verdict) => verdict === wanted).length;
  return { yes: count('fits'), no: count('does not fit'), changes: count('with changes') };
}

function verdictOf(verdicts: readonly FitVerdict[]): FitVerdict {
  if (verdicts.includes('does not fit')) return 'does not fit';
  return verdicts.includes('fits') ? 'fits' : 'with changes';
}

/** Those of the claims that are doubted, and were not before. */
export function newlyDoubted(
  claims: readonly ClaimCount[],
  before: readonly ClaimCount[],
): ClaimCount[] {
  const known = new Set(before.filter(isDoubted).map(claimKey));
  return claims.filter((claim) => isDoubted(claim) && !known.has(claimKey(claim)));
}

/** 'Toyota Tacoma 2005–2015, 4.0 V6: 3 of 8 buyers say it does not fit' */
export function doubtOf(claim: ClaimCount): string {
  const { make, model, yearFrom, yearTo, engine, yes, no } = claim;
  const years = yearFrom === yearTo ? String(yearFrom) : `${yearFrom}–${yearTo}`;
  const vehicle = make === '' ? 'Any vehicle' : `${make} ${model} ${years}`;
  return `${[vehicle, engine].filter(Boolean).join(', ')}: ${no} of ${yes + no} say it does not fit`;
}
