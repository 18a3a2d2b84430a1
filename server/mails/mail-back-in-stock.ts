import type { Database } from '#server/shop.ts';
import type { PartBack } from './account-letters.ts';
import { writeLetters, type Sender } from './write-letters.ts';

/** Somebody who asked for this mail, when, and the part as it is now. */
interface Asked extends PartBack {
  readonly user_id: string;
  readonly created_at: Date;
  readonly email: string;
  readonly name: string;
}

/** One mail to each who wants to know that a part can be ordered again. */
export async function mailBackInStock(
  tx: Database,
  shop: Sender,
  asked: readonly Asked[],
): Promise<void> {
  const letters = asked.map((one) => ({
    eventKey: `back-in-stock:${one.part_id}:${one.user_id}:${one.created_at.getTime()}`,
    recipient: one.email,
    name: one.name,
    kind: 'back-in-stock' as const,
    facts: partOf(one),
  }));
  await writeLetters(tx, shop, letters);
}

function partOf(asked: Asked): PartBack {
  const { part_id, part_name, part_number, price_cents, in_stock, order_quantity } = asked;
  return { part_id, part_name, part_number, price_cents, in_stock, order_quantity };
}
