import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';
import type { Vote } from './claims-of.ts';
import { countVotes, hasSameClaims, hasSameVotes, type CountedVotes } from './counted-votes.ts';
import type { FittedPart } from './fit-of.ts';
import { vehiclesOf } from './kept-vehicles.ts';
import { fitmentsOfPart, votesOfPart } from './votes-store.ts';

/** Parts whose votes are in memory at a time. */
const partsAtOnce = 500;

/** The ids of parts, of all or of these, whose votes are counted wrongly; `most` at most. Counts as the shop does: as many votes may be others than were counted. */
export async function listMiscounted(
  db: Database,
  ids: 'all' | readonly string[],
  most: number,
): Promise<string[]> {
  const vehicles = await vehiclesOf(db);
  const miscounted: string[] = [];
  let after: string | undefined;
  do {
    const parts = await listCounted(db, ids, after);
    for (const { id, kept, isSettled, votes, ...part } of parts) {
      const counted = countVotes(part, votes, vehicles);
      const isRight = hasSameVotes(kept, counted) && (!isSettled || hasSameClaims(kept, counted));
      if (!isRight) miscounted.push(id);
    }
    after = parts.length < partsAtOnce ? undefined : parts.at(-1)?.id;
  } while (after !== undefined && miscounted.length < most);
  return miscounted.slice(0, most);
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
  ids: 'all' | readonly string[],
  after: string | undefined,
): Promise<CountedPart[]> {
  const { rows } = await sql<CountedPart>`
    select parts.id::text as id, part_types.fit, ${fitmentsOfPart} as fitments, ${votesOfPart} as votes,
        to_jsonb(c) as kept, parts.fitments_as_of is not distinct from parts.updated_at as "isSettled"
      from fit_counts c
      join parts on parts.id = c.part_id
      left join part_types on part_types.id = parts.type_id
      where ${ids === 'all' ? sql`true` : sql`c.part_id = any (${ids}::uuid[])`}
        and ${after === undefined ? sql`true` : sql`c.part_id > ${after}`}
      order by c.part_id limit ${partsAtOnce}`.execute(db);
  return rows;
}
