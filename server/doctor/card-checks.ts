import { before } from '#server/clock.ts';
import { youngMs } from '#server/payments/own-intents.ts';
import { stillThere } from '#server/payments/sync-refunds-and-disputes.ts';
import { mapLimit } from '#server/map-limit.ts';
import {
  CardsUnavailable,
  NoCardKeys,
  type CardDispute,
  type Intent,
} from '#server/third-parties/cards/port.ts';
import { listPayments, type PaymentRow } from './checked-payments.ts';
import type { BrokenRow, Finding, CheckedShop } from './check.ts';

/** The checks of payments at the card provider. */
export const cardChecks = {
  confirmed: {
    id: 'I3-cards',
    about: 'payment',
    sentence:
      'The card provider confirms every payment that is kept: paid, for its orders, its whole amount.',
  },
  refunded: {
    id: 'I8-cards',
    about: 'payment',
    sentence:
      'What the card provider gave back, and what is disputed there, is what the shop says.',
  },
  booked: {
    id: 'stuck-payments',
    about: 'payment',
    sentence: 'Money that has arrived at the card provider is in the books.',
  },
} as const;

/** What the others say nothing about: an answer that is missing is one fault, whatever it would have been needed for. */
const answers = {
  id: 'cards-answer',
  about: 'payment',
  sentence: 'The card provider answers about every payment that it is asked about.',
} as const;

type Fault = keyof typeof cardChecks;

/** How much the card provider is asked. */
export interface CardLimits {
  readonly mostPayments: number;
  /** So long it is asked about ever older payments; default: without end. */
  readonly patienceMs?: number;
  /** Called between questions; one that rejects with `RunEnds` ends the run. */
  between?(): Promise<void>;
}

const questionsAtOnce = 4;
/** After a batch without a single answer the provider is not asked any more. */
const batch = 50;
/** Payments that are looked up at a time. */
const pageSize = 5_000;

/**
 * Compares the newest payments with the card provider. Those without an answer make one check `unknown`; the others are about the rest, unless
 * nothing was answered at all about several.
 */
export async function checkCards(shop: CheckedShop, limits: CardLimits): Promise<Finding[]> {
  try {
    return await comparePayments(shop, limits);
  } catch (error) {
    if (!(error instanceof NoCardKeys)) throw error;
    return [...Object.values(cardChecks), answers].map((check) => ({
      check,
      rows: undefined,
      note: error.message,
    }));
  }
}

async function comparePayments(shop: CheckedShop, limits: CardLimits): Promise<Finding[]> {
  const rows: Record<Fault, BrokenRow[]> = { confirmed: [], refunded: [], booked: [] };
  const note = ({ id, state }: PaymentRow, faults: readonly Fault[]): void => {
    for (const fault of faults)
      rows[fault].push({
        id,
        repairable: fault === 'booked' || (fault === 'refunded' && state === 'kept'),
      });
  };
  const { asked, silent, isLimited } = await askAboutNewest(shop, limits, note);
  const isAway = answersNothing(asked, silent);
  const notes = [
    ...(isLimited
      ? [`Asked about the newest ${asked === 1 ? 'payment' : `${asked} payments`} only.`]
      : []),
    ...(isAway ? [away] : silent > 0 ? [withoutAnswer(silent)] : []),
  ];
  const shown = notes.length > 0 ? { note: notes.join(' ') } : {};
  return [
    ...(Object.keys(cardChecks) as Fault[]).map((fault) => ({
      check: cardChecks[fault],
      rows: isAway && rows[fault].length === 0 ? undefined : rows[fault],
      ...shown,
    })),
    { check: answers, rows: silent > 0 ? undefined : [], ...shown },
  ];
}

type Note = (payment: PaymentRow, faults: readonly Fault[]) => void;

interface Asked {
  readonly asked: number;
  /** Without an answer. */
  readonly silent: number;
  /** Whether there are older ones. */
  readonly isLimited: boolean;
}

/** Asks about one payment after the other, newest first, as far as the limits let it, or until nothing is answered. */
async function askAboutNewest(
  shop: CheckedShop,
  { mostPayments, patienceMs = Infinity, between }: CardLimits,
  note: Note,
): Promise<Asked> {
  const now = () => shop.clock.now().getTime();
  const until = now() + patienceMs;
  const young = before(shop.clock.now(), youngMs);
  let [asked, silent] = [0, 0];
  let last: PaymentRow | undefined;
  for (;;) {
    const most = Math.min(mostPayments - asked, pageSize);
    const payments = await listPayments(shop.db, { most: most + 1, young, last });
    const some = payments.slice(0, most);
    const asking = { between, isOver: () => now() > until };
    const first = await askAbout(shop, some, { ...asking, note });
    // A question that timed out is asked once more, unless the provider answers nothing at all.
    const late = answersNothing(first.asked, first.silent.length)
      ? first.silent
      : (await askAbout(shop, first.silent, { ...asking, isOver: () => false, note })).silent;
    asked += first.asked;
    silent += late.length;
    last = some.at(-1);
    const isCut = first.asked < some.length;
    const isLimited = isCut || payments.length > most;
    if (!isLimited || isCut || asked >= mostPayments || silent === asked)
      return { asked, silent, isLimited };
  }
}

/** One missing answer may be a late one: it does not tell of a provider that is away. */
const answersNothing = (asked: number, silent: number): boolean => asked > 1 && silent === asked;

const away = 'The card provider does not answer.';
const withoutAnswer = (count: number): string =>
  `The card provider did not answer about ${count === 1 ? 'one payment' : `${count} payments`}.`;

interface Asking {
  readonly between: CardLimits['between'];
  /** Whether the time for further questions is over. */
  isOver(): boolean;
  readonly note: Note;
}

/** Answers about how many payments the provider was asked, or would have been if it answered, and those without an answer. */
async function askAbout(
  shop: CheckedShop,
  payments: readonly PaymentRow[],
  { between, isOver, note }: Asking,
): Promise<{ asked: number; silent: PaymentRow[] }> {
  const silent: PaymentRow[] = [];
  for (let from = 0; from < payments.length; from += batch) {
    if (isOver()) return { asked: from, silent };
    const silentBefore = silent.length;
    const some = payments.slice(from, from + batch);
    await mapLimit(some, questionsAtOnce, async (payment) => {
      try {
        note(payment, await findFaults(shop, payment));
      } catch (error) {
        if (!(error instanceof CardsUnavailable) || error instanceof NoCardKeys) throw error;
        silent.push(payment);
      }
      await between?.();
    });
    if (silent.length - silentBefore === some.length) {
      silent.push(...payments.slice(from + batch));
      break;
    }
  }
  return { asked: payments.length, silent };
}

/** The shop goes on between the two reads (books, provider): only a fault that is seen twice counts. */
async function findFaults({ db, cards }: CheckedShop, payment: PaymentRow): Promise<Fault[]> {
  const first = compare(payment, await readProvider(cards, payment.id));
  if (first.length === 0) return first;
  const [again] = await listPayments(db, { most: 1, id: payment.id });
  if (again === undefined) return first;
  const second = compare(again, await readProvider(cards, payment.id));
  return first.filter((fault) => second.includes(fault));
}

interface ProviderState {
  readonly intent: Intent | undefined;
  readonly disputes: readonly CardDispute[];
}

async function readProvider(cards: CheckedShop['cards'], id: string): Promise<ProviderState> {
  const intent = await cards.getIntent(id);
  return { intent, disputes: intent?.isDisputed ? await cards.listDisputes(id) : [] };
}

function compare(payment: PaymentRow, { intent, disputes }: ProviderState): Fault[] {
  const faults: Fault[] = [];
  const succeeded = intent?.status === 'succeeded';
  if (payment.state === 'kept') {
    const confirms =
      succeeded &&
      intent.amountCents === payment.amount_cents &&
      intent.currency === 'usd' &&
      intent.orderIds.toSorted().join() === payment.order_ids.join();
    if (!confirms) faults.push('confirmed');
    const back = intent?.refundedCents ?? 0;
    // A due refund may have been made already, and its answer lost.
    const isOff = back < payment.given_back || back > payment.given_back + payment.due_back;
    if (isOff || disputes.some(({ id, state }) => payment.disputes?.[id] !== state))
      faults.push('refunded');
  }
  if (payment.state === 'refunded') {
    const left = succeeded ? Math.max(0, stillThere(intent, disputes)) : undefined;
    if (left !== payment.failed_back) faults.push('refunded');
  }
  if ((payment.state === 'open' || payment.state === 'canceled') && succeeded)
    faults.push('booked');
  return faults;
}
