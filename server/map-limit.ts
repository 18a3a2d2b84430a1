/** Does `work` for every item, at most `most` at a time; answers in the order of the items. Rejects with the first failure. */
export async function mapLimit<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const lane = async (): Promise<void> => {
    for (const [place, item] of waiting) results[place] = await work(item);
  };
  await Promise.all(Array.from({ length: most }, lane));
  return results;
}
