import * as z from 'zod/mini';

/** The address of a list has days, of the reader's own time; its call takes moments. */
export const days = {
  since: z.optional(z.iso.date()),
  until: z.optional(z.iso.date()),
};

/** The labels of their fields. */
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
