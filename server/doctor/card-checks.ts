import { sql } from 'kysely';
import { before } from '#server/clock.ts';
import { youngMs } from '#server/payments/own-intents.ts';
import type { Database } from '#server/shop.ts';
import { mapLimit } from '#server/map-limit.ts';
import {
  CardsUnavailable,
  NoCardKeys,
  type CardDispute,
  type Intent,
} from '#server/third-parties/cards/port.ts';
import type { BrokenRow, Finding, CheckedShop } from './check.ts';

const checks = {
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

type Fault = keyof typeof checks;

/** The checks that need the provider's answer about a payment, by the payment's state. */
const checksOfState: Readonly<Record<PaymentRow['state'], readonly Fault[]>> = {
  open: ['booked'],
  canceled: ['booked'],
  kept: ['confirmed', 'refunded'],
  refunded: ['refunded'],
  refund_due: [],
};

const atOnce = 4;
/** After a batch without a single answer the provider is not asked any more. */
const batch = 50;

interface PaymentRow {
  readonly id: string;
  readonly order_ids: readonly string[];
  readonly state: 'open' | 'kept' | 'canceled' | 'refund_due' | 'refunded';
  readonly amount_cents: number;
  readonly given_back: number;
  readonly due_back: number;
  readonly disputes: Readonly<Record<string, string>> | null;
}

/**
 * Compares the newest `most` payments with the card provider. A check is `unknown` when an answer is missing that it needs,
 * unless it is broken anyway.
 */
export async function checkCards(shop: CheckedShop, most: number): Promise<Finding[]> {
  try {
    return await comparePayments(shop, most);
  } catch (error) {
    if (!(error instanceof NoCardKeys)) throw error;
    return Object.values(checks).map((check) => ({ check, rows: undefined, note: error.message }));
  }
}

async function comparePayments(shop: CheckedShop, most: number): Promise<Finding[]> {
  const young = before(shop.clock.now(), youngMs);
  const payments = await listPayments(shop.db, { most: most + 1, young });
  const asked = payments.slice(0, most);
  const rows: Record<Fault, BrokenRow[]> = { confirmed: [], refunded: [], booked: [] };
  const note = ({ id, state }: PaymentRow, faults: readonly Fault[]): void => {
    for (const fault of faults)
      rows[fault].push({
        id,
        repairable: fault === 'booked' || (fault === 'refunded' && state === 'kept'),
      });
  };
  const late = await askAbout(shop, asked, note);
  // A question that timed out is asked once more, unless the provider answers nothing at all.
  const silent = late.length < asked.length ? await askAbout(shop, late, note) : late;
  const limited = payments.length > most ? [`Asked about the newest ${most} payments only.`] : [];
  return (Object.keys(checks) as Fault[]).map((fault) => {
    const isAway = asked.length > 0 && silent.length === asked.length;
    const missing = silent.filter(({ state }) => checksOfState[state].includes(fault)).length;
    const notes = [
      ...limited,
      ...(isAway
        ? ['The card provider does not answer.']
        : missing > 0
          ? [withoutAnswer(missing)]
          : []),
    ];
    const isUnknown = (isAway || missing > 0) && rows[fault].length === 0;
    return {
      check: checks[fault],
      rows: isUnknown ? undefined : rows[fault],
      ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
    };
  });
}

const withoutAnswer = (count: number): string =>
  `The card provider did not answer about ${count === 1 ? 'one payment' : `${count} payments`}.`;

/** Answers the payments about which the provider did not answer. */
async function askAbout(
  shop: CheckedShop,
  payments: readonly PaymentRow[],
  note: (payment: PaymentRow, faults: readonly Fault[]) => void,
): Promise<PaymentRow[]> {
  const silent: PaymentRow[] = [];
  for (let from = 0; from < payments.length; from += batch) {
    const silentBefore = silent.length;
    const some = payments.slice(from, from + batch);
    await mapLimit(some, atOnce, async (payment) => {
      try {
        note(payment, await findFaults(shop, payment));
      } catch (error) {
        if (!(error instanceof CardsUnavailable) || error instanceof NoCardKeys) throw error;
        silent.push(payment);
      }
    });
    if (silent.length - silentBefore === some.length)
      return [...silent, ...payments.slice(from + batch)];
  }
  return silent;
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
  if (payment.state === 'refunded' && !(succeeded && intent.refundedCents === intent.amountCents))
    faults.push('refunded');
  if ((payment.state === 'open' || payment.state === 'canceled') && succeeded)
    faults.push('booked');
  return faults;
}

/** Newest first, without open ones younger than `young`. */
async function listPayments(
  db: Database,
  { most, young, id }: { most: number; young?: Date; id?: string },
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select p.intent_id as id, p.state, p.amount_cents,
      array(select l.order_id::text from payment_lines l where l.intent_id = p.intent_id order by l.order_id) as order_ids,
      ${sumOfRefunds('done')} as given_back, ${sumOfRefunds('due')} as due_back,
      (select jsonb_object_agg(d.id, d.state) from disputes d where d.intent_id = p.intent_id) as disputes
    from payments p
    where ${id === undefined ? sql`true` : sql`p.intent_id = ${id}`}
      and ${young === undefined ? sql`true` : sql`not (p.state = 'open' and p.created_at > ${young})`}
    order by p.created_at desc, p.intent_id desc limit ${most}`.execute(db);
  return rows;
}

function sumOfRefunds(state: 'done' | 'due') {
  return sql`coalesce((select sum(r.amount_cents)::bigint from refunds r
    where r.intent_id = p.intent_id and r.source <> 'dispute' and r.state = ${state}), 0)`;
}
