import type { BulkDone } from '#contract/fields.ts';
import { mapLimit } from '#server/map-limit.ts';
import { Refusal } from './refusal.ts';

/** Some steps ask the card provider; more at once would only wait for the database. */
const atOnce = 4;

/** Takes a step on each row in a transaction of its own: a refused one does not stop the others. A row named twice is one row. */
export function eachByItself(
  ids: readonly string[],
  step: (id: string) => Promise<void>,
): Promise<BulkDone['results']> {
  return mapLimit([...new Set(ids)], atOnce, async (_id) => {
    try {
      await step(_id);
      return { _id, done: true };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { _id, done: false, error: error.code, message: error.message };
    }
  });
}
