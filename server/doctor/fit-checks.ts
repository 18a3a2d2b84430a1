import { sql } from 'kysely';
import { voteCounts } from '#server/vehicles/votes-store.ts';
import { queryCheck, type Check } from './check.ts';

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
  queryCheck(
    {
      id: 'I14-counts',
      about: 'part',
      sentence: 'What buyers say of the vehicles of a part is counted.',
      repairable: true,
      by: { table: 'fit_counts', column: 'part_id' },
    },
    ({ within: its }) => sql`select c.part_id as id from fit_counts c
      left join (
        select v.part_id, count(*) filter (where v.verdict = 'fits') as fits,
          count(*) filter (where v.verdict = 'with changes') as changes,
          count(*) filter (where v.verdict = 'does not fit') as misfits
        from fit_votes v
        left join reviews r on r.order_id = v.order_id
        left join returns b on b.id = v.return_id
        where ${its('v.part_id')} and ${voteCounts} group by v.part_id) s on s.part_id = c.part_id
      where ${its('c.part_id')} and (c.fits <> coalesce(s.fits, 0) or c.changes <> coalesce(s.changes, 0)
        or c.misfits <> coalesce(s.misfits, 0))`,
  ),
];
