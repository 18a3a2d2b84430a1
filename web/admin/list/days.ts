/** The labels of the days in the address of a list. */
export const dayLabels = { since: 'From day', until: 'To day' };

interface Days {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** The same query with the first moment of the first day and the last of the last. */
export function inMoments<Query extends Days>({ since, until, ...query }: Query) {
  return {
    ...query,
    ...(since === undefined ? {} : { since: new Date(`${since}T00:00`).toISOString() }),
    ...(until === undefined ? {} : { until: new Date(`${until}T23:59:59.999`).toISOString() }),
  };
}
