/** Rows that one statement deletes: it stays short however many there are. */
export const batchSize = 1000;

/** Batches of one minute: more than a shop of a hundred orders a second leaves behind in that time. */
const mostBatches = 20;

/** Repeats `step`, which changes up to `size` rows and answers how many, until it finds fewer; answers whether it did. */
export async function inBatches(step: () => Promise<number>, size = batchSize): Promise<boolean> {
  for (let batch = 0; batch < mostBatches; batch += 1) if ((await step()) < size) return true;
  return false;
}
