import type { FitVote, TriedVehicle } from '#contract/fit-votes.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Sender } from '#server/mails/write-letters.ts';
import type { Database } from '#server/shop.ts';
import { countClaims } from './count-claims.ts';
import { vehiclesOf } from './kept-vehicles.ts';
import type { ShopVehicles } from './shop-vehicles.ts';
import {
  findClaimingPart,
  findVotedPart,
  hasVotes,
  insertVoteOfReturn,
  listVotesOfReview,
  lockCounts,
  replaceVotes,
  shareOrder,
  type VotesGiven,
} from './votes-store.ts';

/**
 * Makes these the votes of an order's review; call it in its transaction. Refuses with `invalid_input` when neither the shop knows a vehicle nor the part
 * names it, nor the review has it already: everybody can read its name.
 */
export async function voteInReview(
  tx: Database,
  shop: Sender,
  given: VotesGiven,
  votes: readonly FitVote[],
): Promise<void> {
  if (votes.length === 0 && !(await hasVotes(tx, given.orderId))) return;
  const vehicles = await vehiclesOf(tx);
  const { fitments } = await findClaimingPart(tx, given.partId);
  const said = await listVotesOfReview(tx, given.orderId);
  const named = votes.map((vote) => ({ ...vote, ...vehicles.named(vote.make, vote.model) }));
  const strange = named.findIndex((vote) => !isKnown(vote, vehicles, [...fitments, ...said]));
  if (strange >= 0) refuse('invalid_input', { details: { issues: [unknownVehicle(strange)] } });
  await shareOrder(tx, given.orderId);
  await lockCounts(tx, given.partId);
  // Of the same vehicle twice, the last word.
  const once = new Map(
    named.map((vote) => [[vote.make, vote.model, vote.year, vote.engine].join('\n'), vote]),
  );
  await replaceVotes(tx, given, [...once.values()]);
  await countClaims(tx, shop, given.partId, vehicles);
}

function unknownVehicle(at: number) {
  return { field: `fits.${at}.model`, message: 'The shop does not know this vehicle.' };
}

function isKnown(
  { make, model }: Pick<TriedVehicle, 'make' | 'model'>,
  vehicles: ShopVehicles,
  fitments: readonly Pick<TriedVehicle, 'make' | 'model'>[],
): boolean {
  return (
    vehicles.hasModel(make, model) ||
    fitments.some((one) => one.make === make && one.model === model)
  );
}

/** A return that says that the part does not fit a vehicle, counts as this buyer's vote, if the shop or the part knows the vehicle; answers whether it does. */
export async function voteInReturn(
  tx: Database,
  shop: Sender,
  given: VotesGiven,
  { returnId, tried }: { readonly returnId: string; readonly tried: TriedVehicle },
): Promise<boolean> {
  const vehicles = await vehiclesOf(tx);
  const { fitments } = await findClaimingPart(tx, given.partId);
  const vehicle = { ...tried, ...vehicles.named(tried.make, tried.model) };
  if (!isKnown(vehicle, vehicles, fitments)) return false;
  await lockCounts(tx, given.partId);
  await insertVoteOfReturn(tx, given, { returnId, ...vehicle });
  await countClaims(tx, shop, given.partId, vehicles);
  return true;
}

/** Counts anew after a return was declined or withdrawn; answers whether it had named a vehicle. */
export async function recountReturn(
  tx: Database,
  shop: Sender,
  returnId: string,
): Promise<boolean> {
  const partId = await findVotedPart(tx, returnId);
  if (partId !== undefined) await countClaims(tx, shop, partId);
  return partId !== undefined;
}

/** Counts anew after a review was hidden, or shown again. */
export async function recountReview(
  tx: Database,
  shop: Sender,
  { orderId, partId }: { readonly orderId: string; readonly partId: string },
): Promise<void> {
  if (await hasVotes(tx, orderId)) await countClaims(tx, shop, partId);
}
