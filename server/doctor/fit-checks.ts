import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';
import type { Vote } from '#server/vehicles/claims-of.ts';
import {
  countVotes,
  hasSameClaims,
  hasSameVotes,
  type CountedVotes,
} from '#server/vehicles/counted-votes.ts';
import type { FittedPart } from '#server/vehicles/fit-of.ts';
import { vehiclesOf } from '#server/vehicles/kept-vehicles.ts';
import type { ShopVehicles } from '#server/vehicles/shop-vehicles.ts';
import { fitmentsOfPart, votesOfPart } from '#server/vehicles/votes-store.ts';
import { mostRows, queryCheck, type BrokenRow, type Check } from './check.ts';
import { within, type Within } from './range.ts';

/** What must hold of what buyers say about the vehicles of parts. */
export const fitChecks: readonly Check[] = [
  queryCheck(
    {
      id: 'I14-votes',
      about: 'part',
      sentence:
        'Only whoever paid for a part says whether it fits, in the review or a return of that order.',
      repairable: false,
      by: { table: 'fit_votes', column: 'part_id' },
    },
    ({ within: its }) => sql`select v.part_id as id from fit_votes v
      join orders o on o.id = v.order_id
      left join reviews r on r.order_id = v.order_id
      left join returns b on b.id = v.return_id
      where ${its('v.part_id')} and (o.paid_at is null or o.user_id <> v.user_id or o.part_id <> v.part_id
        or v.return_id is null and r.id is null
        or v.return_id is not null and (b.order_id <> v.order_id or b.reason <> 'does-not-fit'))`,
  ),
  {
    id: 'I14-counts',
    about: 'part',
    sentence: 'What buyers say of the vehicles of a part is counted.',
    async find({ db }, walk) {
      const vehicles = await vehiclesOf(db);
      return walk(db, { table: 'fit_counts', column: 'part_id' }, (range) =>
        findMiscounted(db, vehicles, within(range)),
      );
    },
  },
];

/** Parts whose votes are in memory at a time. */
const partsAtOnce = 500;

/** Counts as the shop does, because equal numbers of votes may be of others than those that were counted. */
async function findMiscounted(
  db: Database,
  vehicles: ShopVehicles,
  its: Within,
): Promise<BrokenRow[]> {
  const broken: BrokenRow[] = [];
  let after: string | undefined;
  do {
    const parts = await listCounted(db, its, after);
    for (const { id, kept, isSettled, votes, ...part } of parts) {
      const counted = countVotes(part, votes, vehicles);
      const isRight = hasSameVotes(kept, counted) && (!isSettled || hasSameClaims(kept, counted));
      if (!isRight) broken.push({ id, repairable: true });
    }
    after = parts.length < partsAtOnce ? undefined : parts.at(-1)?.id;
  } while (after !== undefined && broken.length < mostRows);
  return broken.slice(0, mostRows);
}

interface CountedPart extends FittedPart {
  readonly id: string;
  readonly kept: CountedVotes;
  /** Not while a change of its facts waits to be looked at, which counts its claims anew. */
  readonly isSettled: boolean;
  readonly votes: readonly Vote[];
}

async function listCounted(
  db: Database,
  its: Within,
  after: string | undefined,
): Promise<CountedPart[]> {
  const { rows } = await sql<CountedPart>`
    select parts.id::text as id, part_types.fit, ${fitmentsOfPart} as fitments, ${votesOfPart} as votes,
        to_jsonb(c) as kept, parts.fitments_as_of is not distinct from parts.updated_at as "isSettled"
      from fit_counts c
      join parts on parts.id = c.part_id
      left join part_types on part_types.id = parts.type_id
      where ${its('c.part_id')} and ${after === undefined ? sql`true` : sql`c.part_id > ${after}`}
      order by c.part_id limit ${partsAtOnce}`.execute(db);
  return rows;
}
