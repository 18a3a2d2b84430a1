import type { Shop } from '#server/shop.ts';
import { CardsUnavailable, type Cards, type Intent } from '#server/third-parties/cards/port.ts';
import { settleIntent } from './settle.ts';
import { findOpenIntent, movePayment } from './store.ts';
import { findPayableOrder } from './payable-orders.ts';

/** After `ended` no money can arrive for the order any more. */
export type Ended = 'ended' | 'paid' | 'busy' | 'unavailable';

/** What becomes of the orders of a payment that ends. */
interface Ending {
  /** They can be paid again, so the cards that were declined for it must have been counted by then. */
  readonly stayPayable?: boolean;
}

/**
 * Ends the open payment of an order, which is to be cancelled unless `stayPayable`. The provider's answer decides the race between pay and
 * cancel: `paid` when the payment was first (the order is then paid), `busy` while the bank decides, `unavailable` when
 * the provider does not answer.
 */
export async function endOpenPayment(
  shop: Shop,
  orderId: string,
  ending: Ending = {},
): Promise<Ended> {
  const open = await findOpenIntent(shop.db, orderId);
  if (open === undefined) return (await isPaid(shop, orderId)) ? 'paid' : 'ended';
  return endPayment(shop, open, ending);
}

/** Ends a payment for all of its orders; as `endOpenPayment`. */
export async function endPayment(
  shop: Shop,
  intentId: string,
  { stayPayable = false }: Ending = {},
): Promise<Ended> {
  let intent: Intent | undefined;
  try {
    intent = await shop.cards.cancelIntent(intentId);
    if (intent === undefined) return await noteEnded(shop, intentId);
    const settled = await settleIntent(shop, intent);
    if (settled === 'open') return 'busy';
    return settled === 'kept' ? 'paid' : 'ended';
  } catch (error) {
    if (!(error instanceof CardsUnavailable)) throw error;
    if (!(error instanceof NotAsked))
      shop.log.warn({ err: error }, 'the card provider did not say all about a payment to end');
    // No money can arrive by it any more, even if nobody knows how many cards were declined.
    const isOver = intent?.status === 'canceled' && !stayPayable;
    return isOver ? noteEnded(shop, intentId) : 'unavailable';
  }
}

/** The provider did not answer a moment ago, and is not asked again. */
class NotAsked extends CardsUnavailable {}

/** The provider says nothing about so many payments in a row: it is away. Fewer may be of an odd kind, and must not keep the others from ending. */
const mostSilent = 5;

/**
 * The shop for endings that belong together, such as the lines of a list or what one round ends: it asks the provider once about
 * each payment, and about none after several in a row had no answer, so that one that hangs is waited for a few times only.
 */
export function askingOnce(shop: Shop): Shop {
  const { cards } = shop;
  const cancelIntent = once((id: string) => cards.cancelIntent(id));
  const countDeclines = once((id: string) => cards.countDeclines(id));
  return { ...shop, cards: { ...cards, cancelIntent, countDeclines } satisfies Cards };
}

function once<Answer>(ask: (id: string) => Promise<Answer>): (id: string) => Promise<Answer> {
  const answers = new Map<string, Answer>();
  const unanswered = new Set<string>();
  let inARow = 0;
  return async (id) => {
    if (answers.has(id)) return answers.get(id) as Answer;
    if (unanswered.has(id) || inARow >= mostSilent)
      throw new NotAsked('the card provider did not answer a moment ago');
    try {
      const answer = await ask(id);
      answers.set(id, answer);
      inARow = 0;
      return answer;
    } catch (error) {
      if (error instanceof CardsUnavailable) {
        unanswered.add(id);
        inARow += 1;
      }
      throw error;
    }
  };
}

async function noteEnded(shop: Shop, intentId: string): Promise<'ended'> {
  await movePayment(shop.db, intentId, {
    from: 'open',
    to: 'canceled',
    now: shop.clock.now(),
  });
  return 'ended';
}

async function isPaid(shop: Shop, orderId: string): Promise<boolean> {
  const order = await findPayableOrder(shop.db, orderId);
  return order?.state === 'paid' || order?.state === 'shipped';
}
