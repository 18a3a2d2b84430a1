import { partSlug } from '#contract/part-rules.ts';
import type { Database } from '#server/shop.ts';
import { writeLetters, type Letter, type Sender } from './mail-template.ts';
import { dollars, pages, pieces } from './wording.ts';

/** Somebody who asked for this mail, when, and the part as it is now. */
interface Asked {
  readonly user_id: string;
  readonly created_at: Date;
  readonly email: string;
  readonly name: string;
  readonly part_id: string;
  readonly part_name: string;
  readonly part_number: string | null;
  readonly price_cents: number;
  readonly in_stock: number;
  readonly order_quantity: number;
}

/** One mail to each who wants to know that a part can be ordered again. */
export async function mailBackInStock(
  tx: Database,
  shop: Sender,
  asked: readonly Asked[],
): Promise<void> {
  await writeLetters(
    tx,
    shop,
    asked.map((one) => ({
      eventKey: `back-in-stock:${one.part_id}:${one.user_id}:${one.created_at.getTime()}`,
      recipient: one.email,
      letter: letterAbout(one, shop),
    })),
  );
}

function letterAbout(asked: Asked, shop: Sender): Letter {
  const slug = partSlug({ _id: asked.part_id, name: asked.part_name });
  return {
    subject: 'A part that you asked for is back in stock',
    name: asked.name,
    paragraphs: [
      'You asked us to tell you when this part can be ordered again. Now it can, while the pieces last: none are kept for you.',
    ],
    facts: [
      ['Part', asked.part_name],
      ['Part number', asked.part_number],
      ['In stock', pieces(asked.in_stock)],
      ['Smallest order', pieces(asked.order_quantity)],
      ['Price per piece', dollars(asked.price_cents)],
    ],
    link: { words: 'See the part', url: pages(shop).partPage(slug) },
    closing: ['This is the only mail about it. If you want to be told again, ask on its page.'],
  };
}
