import { claimKey, isDoubted } from '#contract/fit-rules.ts';
import type { ClaimCount, FitVerdict } from '#contract/fit-votes.ts';
import { claimsOf, doubtOf, type Vote } from './claims-of.ts';
import type { FittedPart } from './fit-of.ts';
import type { ShopVehicles } from './shop-vehicles.ts';

/** What is kept of the votes about a part. */
export interface CountedVotes {
  readonly claims: readonly ClaimCount[];
  readonly fits: number;
  readonly changes: number;
  readonly misfits: number;
  /** The doubted claims in words; empty where there are none. */
  readonly doubted: string;
}

/** What is to be kept of these votes, which count. */
export function countVotes(
  part: FittedPart,
  given: readonly Vote[],
  vehicles: ShopVehicles,
): CountedVotes {
  // An admin may have explained a name since.
  const votes = given.map((vote) => ({ ...vote, ...vehicles.named(vote.make, vote.model) }));
  const claims = claimsOf(part, votes, vehicles);
  const count = (wanted: FitVerdict) => votes.filter(({ verdict }) => verdict === wanted).length;
  return {
    claims,
    fits: count('fits'),
    changes: count('with changes'),
    misfits: count('does not fit'),
    doubted: claims.filter(isDoubted).map(doubtOf).join('; '),
  };
}

/** Whether the numbers of votes are the same, of each verdict. */
export function hasSameVotes(one: CountedVotes, other: CountedVotes): boolean {
  return one.fits === other.fits && one.changes === other.changes && one.misfits === other.misfits;
}

/** Whether the same claims have the same numbers, in any order, and whether there is a doubt; in which words does not matter. */
export function hasSameClaims(one: CountedVotes, other: CountedVotes): boolean {
  const [its, others] = [one, other].map(({ claims }) =>
    claims.map(numbered).toSorted().join('\n'),
  );
  return its === others && (one.doubted === '') === (other.doubted === '');
}

function numbered(claim: ClaimCount): string {
  return [claimKey(claim), claim.yes, claim.no, claim.changes].join('\n');
}
