import type { FitVote } from '#contract/fit-votes.ts';
import type { Person, TestShop } from './harness.ts';

/** Customers who bought parts, and what they say of them; each is somebody else. */
export function buyersOf(shop: TestShop) {
  let count = 0;
  /** Somebody who ordered a part and paid. */
  async function buyer(part: string, as?: Person) {
    count += 1;
    const person = as ?? (await shop.person(`Buyer ${count}`));
    const order = await shop.order(person, part, 200, `10.0.${count >> 8}.${count & 255}`);
    return { person, order, transactionId: await shop.pay(person, order), part };
  }
  type Buyer = Awaited<ReturnType<typeof buyer>>;
  /** Reviews the order, saying on which vehicles the part was tried. */
  const review = ({ person, transactionId, part }: Buyer, fits?: readonly Partial<FitVote>[]) =>
    shop.request('POST', '/api/reviews', {
      as: person,
      body: {
        productId: part,
        transactionId,
        rating: 4,
        message: 'As described.',
        ...(fits && { fits }),
      },
    });
  return {
    buyer,
    review,
    /** So many new buyers say the same of the same vehicle. */
    async say(part: string, times: number, vote: FitVote): Promise<Buyer[]> {
      const buyers: Buyer[] = [];
      for (let time = 0; time < times; time += 1) {
        const one = await buyer(part);
        const { status, body } = await review(one, [vote]);
        if (status !== 200) throw new Error(`The vote is refused: ${JSON.stringify(body)}`);
        buyers.push(one);
      }
      return buyers;
    },
  };
}
