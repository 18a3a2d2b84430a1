import { sql, type RawBuilder } from 'kysely';

/** SQL: the moment at which a day begins (UTC). */
export function beginOf(day: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`(${day})::timestamp at time zone 'UTC'`;
}

/** SQL: the day that a moment is in (UTC). */
export function dayOfMoment(moment: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`(${moment} at time zone 'UTC')::date`;
}

/** SQL: whether a moment is within days, both ends in them. */
export function isWithin(
  moment: RawBuilder<unknown>,
  { from, to }: { from: string; to: string },
): RawBuilder<boolean> {
  return sql<boolean>`${moment} >= ${beginOf(sql`${from}::date`)} and ${moment} < ${beginOf(sql`${to}::date + 1`)}`;
}
