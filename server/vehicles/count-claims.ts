import { claimKey } from '#contract/fit-rules.ts';
import { mailDoubtedPart } from '#server/mails/mail-admins-about-fit.ts';
import type { Sender } from '#server/mails/write-letters.ts';
import type { Database } from '#server/shop.ts';
import { doubtOf, newlyDoubted } from './claims-of.ts';
import { countVotes } from './counted-votes.ts';
import { vehiclesOf } from './kept-vehicles.ts';
import type { ShopVehicles } from './shop-vehicles.ts';
import { findClaimingPart, listVotes, lockCounts, writeCounts } from './votes-store.ts';

/**
 * Counts anew what buyers say of the claims of a part; call it in the transaction of whatever changes its votes, which of them count, or its fitments.
 * Admins are mailed when a claim falls, once a day for the same claims.
 */
export async function countClaims(
  tx: Database,
  shop: Sender,
  partId: string,
  known?: ShopVehicles,
): Promise<void> {
  const before = await lockCounts(tx, partId);
  const part = await findClaimingPart(tx, partId);
  const votes = await listVotes(tx, partId);
  const counted = countVotes(part, votes, known ?? (await vehiclesOf(tx)));
  await writeCounts(tx, partId, counted);
  const fallen = newlyDoubted(counted.claims, before);
  if (fallen.length > 0)
    await mailDoubtedPart(tx, shop, {
      id: partId,
      ...part,
      doubts: fallen.map(doubtOf),
      claimKeys: fallen.map(claimKey),
    });
}
