import { sql } from 'kysely';
import type { Claim, ClaimCount, FitVote, OwnFitVote, ShownVote } from '#contract/fit-votes.ts';
import type { PartType } from '#contract/part-lists.ts';
import { newId } from '#server/db/new-id.ts';
import type { Database } from '#server/shop.ts';
import type { Vote } from './claims-of.ts';
import type { CountedVotes } from './counted-votes.ts';
import type { FittedPart } from './fit-of.ts';

/** Locks what is counted of a part until the commit, and answers its claims; whoever changes votes of a part, or which of them count, does it first. */
export async function lockCounts(tx: Database, partId: string): Promise<ClaimCount[]> {
  await tx
    .insertInto('fit_counts')
    .values({ part_id: partId })
    .onConflict((known) => known.doNothing())
    .execute();
  const { claims } = await tx
    .selectFrom('fit_counts')
    .select('claims')
    .where('part_id', '=', partId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return claims;
}

/** Whoever votes or counts with an order locks it first, and what is counted of its part after that: votes refer to it. */
export async function shareOrder(tx: Database, orderId: string): Promise<void> {
  await tx.selectFrom('orders').select('id').where('id', '=', orderId).forKeyShare().execute();
}

/** SQL: whether a vote `v` counts, joined with its review `r` and its return `b`: not of a hidden review, nor of a return that was declined or withdrawn. */
const voteCounts = sql<boolean>`(case when v.return_id is null then r.hidden_at is null else b.state not in ('declined', 'withdrawn') end)`;

/** SQL: the votes about a part that count, for a statement that reads the table `parts`. */
export const votesOfPart = sql<Vote[]>`(
  select coalesce(json_agg(its), '[]') from (
    select v.user_id as "userId", v.make, v.model, v.year, v.engine, v.verdict
      from fit_votes v
      left join reviews r on r.order_id = v.order_id
      left join returns b on b.id = v.return_id
      where v.part_id = parts.id and ${voteCounts}) its)`;

/** The votes of a part that count. */
export async function listVotes(tx: Database, partId: string): Promise<Vote[]> {
  const { rows } = await sql<{ votes: Vote[] }>`
    select ${votesOfPart} as votes from parts where id = ${partId}`.execute(tx);
  return rows.flatMap(({ votes }) => votes);
}

/** SQL: what the fitments of a part claim, for a statement that reads the table `parts`. */
export const fitmentsOfPart = sql<Claim[]>`(
  select coalesce(json_agg(its), '[]') from (
    select make, model, year_from as "yearFrom", year_to as "yearTo", engine, position, note
      from fitments where part_id = parts.id) its)`;

/** A part by which its claims are counted; also one that is sold no more. */
export async function findClaimingPart(tx: Database, partId: string) {
  const { rows } = await sql<FittedPart & { name: string; partNumber: string | null }>`
    select parts.name, part_number as "partNumber", part_types.fit, ${fitmentsOfPart} as fitments
      from parts left join part_types on part_types.id = parts.type_id where parts.id = ${partId}`.execute(
    tx,
  );
  const [part] = rows;
  if (part === undefined) throw new Error('A part is never deleted.');
  return part;
}

/** Writes what was counted; its row is locked. */
export async function writeCounts(
  tx: Database,
  partId: string,
  { claims, ...counted }: CountedVotes,
): Promise<void> {
  await tx
    .updateTable('fit_counts')
    .set({ claims: JSON.stringify(claims), ...counted })
    .where('part_id', '=', partId)
    .execute();
}

/** Those of these parts of which somebody has said something. */
export async function listVotedOn(tx: Database, partIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('fit_counts')
    .select('part_id')
    .where('part_id', '=', sql<string>`any(${partIds}::uuid[])`)
    .orderBy('part_id')
    .execute();
  return rows.map(({ part_id }) => part_id);
}

/** By whom, and with which order, votes are given. */
export interface VotesGiven {
  readonly partId: string;
  readonly userId: string;
  readonly orderId: string;
  readonly now: Date;
}

export async function hasVotes(tx: Database, orderId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('fit_votes')
    .select('id')
    .where('order_id', '=', orderId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

function voteRow(
  { partId, userId, orderId, now }: VotesGiven,
  vote: FitVote,
  returnId: string | null,
) {
  return {
    id: newId(now),
    part_id: partId,
    user_id: userId,
    order_id: orderId,
    return_id: returnId,
    ...vote,
    created_at: now,
  };
}

/** Makes these the votes of an order's review: the newest of a customer about a part and a vehicle counts, whichever review it is in. */
export async function replaceVotes(
  tx: Database,
  given: VotesGiven,
  votes: readonly FitVote[],
): Promise<void> {
  const { orderId, now } = given;
  await tx
    .deleteFrom('fit_votes')
    .where('order_id', '=', orderId)
    .where('return_id', 'is', null)
    .execute();
  for (const vote of votes)
    await tx
      .insertInto('fit_votes')
      .values(voteRow(given, vote, null))
      .onConflict((same) =>
        same
          .columns(['part_id', 'user_id', 'make', 'model', 'year', 'engine'])
          .where('return_id', 'is', null)
          .doUpdateSet({ order_id: orderId, verdict: vote.verdict, created_at: now }),
      )
      .execute();
}

/** A return says that a part does not fit a vehicle. */
export async function insertVoteOfReturn(
  tx: Database,
  given: VotesGiven,
  { returnId, ...vehicle }: Omit<FitVote, 'verdict'> & { readonly returnId: string },
): Promise<void> {
  const vote = { ...vehicle, verdict: 'does not fit' } as const;
  await tx
    .insertInto('fit_votes')
    .values(voteRow(given, vote, returnId))
    .execute();
}

/** The part that a return spoke about when it named a vehicle. */
export async function findVotedPart(tx: Database, returnId: string): Promise<string | undefined> {
  const found = await tx
    .selectFrom('fit_votes')
    .select('part_id')
    .where('return_id', '=', returnId)
    .executeTakeFirst();
  return found?.part_id;
}

/** What an order's review says of vehicles, by their names. */
export function listVotesOfReview(db: Database, orderId: string): Promise<FitVote[]> {
  return db
    .selectFrom('fit_votes')
    .select(['make', 'model', 'year', 'engine', 'verdict'])
    .where('order_id', '=', orderId)
    .where('return_id', 'is', null)
    .orderBy('make')
    .orderBy('model')
    .orderBy('year')
    .orderBy('engine')
    .execute();
}

const isVoteOfReview = sql`v.order_id = reviews.order_id and v.return_id is null`;

/**
 * SQL: what a review says of vehicles, null for nothing, for a statement that reads the table `reviews`. Most say nothing, and to ask first takes less than
 * to sort and sum up no rows.
 */
export const votesOfReview = sql<
  ShownVote[] | null
>`case when exists (select from fit_votes v where ${isVoteOfReview}) then (
  select json_agg(its order by its.make, its.model, its.year) from (
    select distinct make, model, year, verdict from fit_votes v where ${isVoteOfReview}) its) end`;

/** SQL: what buyers say of the claims of a part, for a statement that reads the table `parts`. */
export const claimsOfPart = sql<
  ClaimCount[] | null
>`(select claims from fit_counts where part_id = parts.id)`;

/** What decides whether a part fits a vehicle. */
export interface FitFacts {
  readonly fit: PartType['fit'] | null;
  readonly fitments: Claim[];
  readonly claims: ClaimCount[] | null;
}

/** SQL: these columns, for a statement that reads the table `parts`. */
export const fitFacts = sql`(select fit from part_types where id = parts.type_id) as fit, ${fitmentsOfPart} as fitments, ${claimsOfPart} as claims`;

/** The votes of a customer, newest first. */
export async function listVotesOf(db: Database, userId: string): Promise<OwnFitVote[]> {
  const rows = await db
    .selectFrom('fit_votes')
    .innerJoin('orders', 'orders.id', 'fit_votes.order_id')
    .select(['fit_votes.part_id', 'orders.part_name', 'fit_votes.created_at', 'return_id'])
    .select(['make', 'model', 'year', 'engine', 'verdict'])
    .where('fit_votes.user_id', '=', userId)
    .orderBy('fit_votes.created_at', 'desc')
    .orderBy('fit_votes.id', 'desc')
    .execute();
  return rows.map(({ part_id, part_name, created_at, return_id, ...vote }) => ({
    ...vote,
    productId: part_id,
    productName: part_name,
    createdAt: created_at.toISOString(),
    inReturn: return_id !== null,
  }));
}
