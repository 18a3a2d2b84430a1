import type { Person } from '#test/harness.ts';

/** Customers with a part to buy, at a shop that may move to another address. */
export interface Buyers {
  readonly address: () => string;
  /** Each with a part of their own. */
  readonly people: readonly (Person & { readonly part: string })[];
}

/** Places orders, one after the other for each customer, and cancels them; answers the milliseconds of each until `over`. */
export async function buy(buyers: Buyers, over: Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  let isOver = false;
  const stop = (): void => void (isOver = true);
  over.then(stop, stop);
  await Promise.all(
    buyers.people.map(async (person) => {
      while (!isOver) took.push(await buyOnce(buyers, person));
    }),
  );
  await over;
  return took;
}

/** An order that is refused because the shop is busy is sent again; all of it is waiting. */
async function buyOnce(
  buyers: Buyers,
  person: Buyers['people'][number],
  since = performance.now(),
): Promise<number> {
  const { address } = buyers;
  const { token, part } = person;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const order = { productId: part, quantity: 200, address: '1 Road', phone: '+44 20 7946 0111' };
  const placed = await fetch(`${address()}/api/orders`, {
    method: 'POST',
    headers,
    body: JSON.stringify(order),
  });
  const ms = performance.now() - since;
  const { insertedId, message } = (await placed.json()) as {
    insertedId?: string;
    message?: string;
  };
  if (placed.status === 503) return buyOnce(buyers, person, since);
  if (insertedId === undefined) throw new Error(`An order was refused: ${message}`);
  await fetch(`${address()}/api/order?id=${insertedId}`, { method: 'DELETE', headers });
  return ms;
}

/** The value that this share of all does not exceed, rounded. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}
