import { sql } from 'kysely';
import { listMiscounted } from '#server/vehicles/miscounted.ts';
import { mostRows, queryCheck, type Check } from './check.ts';

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
    find: ({ db }, walk) =>
      walk(db, { table: 'fit_counts', column: 'part_id' }, async (range) => {
        const miscounted = await listMiscounted(db, range, mostRows);
        return miscounted.map((id) => ({ id, repairable: true }));
      }),
  },
];
