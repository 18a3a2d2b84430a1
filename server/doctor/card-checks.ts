import { sql } from 'kysely';
import type { Database } from '#server/shop.ts';
import { someAtOnce } from '#server/some-at-once.ts';
import { CardsUnavailable, type Intent } from '#server/third-parties/cards/port.ts';
import type { BrokenRow, Finding, Patient } from './check.ts';

const confirmed = {
  id: 'I3-cards',
  about: 'payment',
  sentence: 'The card provider confirms every payment that is kept: paid, for this order, its whole amount.',
} as const;
const refunded = {
  id: 'I8-cards',
  about: 'payment',
  sentence: 'What the card provider gave back is what the shop says.',
} as const;
const booked = {
  id: 'stuck-payments',
  about: 'payment',
  sentence: 'Money that has arrived at the card provider is in the books.',
} as const;

/** How many payments are asked about at once. */
const atOnce = 4;
/** A payment this young may be on its way into the books. */
const youngMs = 120_000;

interface PaymentRow {
  readonly id: string;
  readonly order_id: string;
  readonly state: 'open' | 'kept' | 'canceled' | 'refund_due' | 'refunded';
  readonly amount_cents: number;
  readonly total_cents: number;
  readonly given_back: number;
  readonly due_back: number;
}

/**
 * Asks the card provider about the newest `most` payments and compares its answers with the books. The three checks
 * are `unknown` when it does not answer.
 */
export async function checkCards(patient: Patient, most: number): Promise<Finding[]> {
  const young = new Date(patient.clock.now().getTime() - youngMs);
  const payments = await listPayments(patient.db, { most: most + 1, young });
  const asked = payments.slice(0, most);
  const note = payments.length > most ? `Asked about the newest ${most} payments only.` : undefined;
  const rows = { confirmed: [] as BrokenRow[], refunded: [] as BrokenRow[], booked: [] as BrokenRow[] };
  const findings = (outcome: { note?: string; isKnown: boolean }): Finding[] =>
    ([confirmed, refunded, booked] as const).map((check, place) => ({
      check,
      rows: outcome.isKnown ? [rows.confirmed, rows.refunded, rows.booked][place] : undefined,
      ...(outcome.note === undefined ? {} : { note: outcome.note }),
    }));
  try {
    await someAtOnce(asked, atOnce, async (payment) => {
      const faults = await faultsOf(patient, payment);
      for (const fault of faults) rows[fault].push({ id: payment.id, mendable: fault === 'booked' });
    });
  } catch (error) {
    if (!(error instanceof CardsUnavailable)) throw error;
    return findings({ isKnown: false, note: 'The card provider does not answer.' });
  }
  return findings({ isKnown: true, ...(note === undefined ? {} : { note }) });
}

type Fault = 'confirmed' | 'refunded' | 'booked';

/** Books and provider are read one after the other, and the shop goes on meanwhile: only a fault seen twice is one. */
async function faultsOf({ db, cards }: Patient, payment: PaymentRow): Promise<Fault[]> {
  const first = judge(payment, await cards.getIntent(payment.id));
  if (first.length === 0) return first;
  const [again] = await listPayments(db, { most: 1, id: payment.id });
  if (again === undefined) return first;
  const second = judge(again, await cards.getIntent(payment.id));
  return first.filter((fault) => second.includes(fault));
}

function judge(payment: PaymentRow, intent: Intent | undefined): Fault[] {
  const faults: Fault[] = [];
  const succeeded = intent?.status === 'succeeded';
  if (payment.state === 'kept') {
    const confirms =
      succeeded && intent.amountCents === payment.total_cents && intent.currency === 'usd' && intent.orderId === payment.order_id;
    if (!confirms) faults.push('confirmed');
    const back = intent?.refundedCents ?? 0;
    // A refund that is due may have been made already: its answer was lost.
    if (back < payment.given_back || back > payment.given_back + payment.due_back) faults.push('refunded');
  }
  if (payment.state === 'refunded' && !(succeeded && intent.refundedCents === intent.amountCents)) faults.push('refunded');
  if ((payment.state === 'open' || payment.state === 'canceled') && succeeded) faults.push('booked');
  return faults;
}

/** Payments, newest first; without open ones younger than `young`. */
async function listPayments(db: Database, { most, young, id }: { most: number; young?: Date; id?: string }): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select p.intent_id as id, p.order_id, p.state, p.amount_cents, o.total_cents,
      ${sumOfRefunds('done')} as given_back, ${sumOfRefunds('due')} as due_back
    from payments p join orders o on o.id = p.order_id
    where ${id === undefined ? sql`true` : sql`p.intent_id = ${id}`}
      and ${young === undefined ? sql`true` : sql`not (p.state = 'open' and p.created_at > ${young})`}
    order by p.created_at desc, p.intent_id desc limit ${most}`.execute(db);
  return rows;
}

/** By the order too, which has an index: without it every payment is a search through all refunds. */
function sumOfRefunds(state: 'done' | 'due') {
  return sql`coalesce((select sum(r.amount_cents)::bigint from refunds r
    where r.order_id = p.order_id and r.intent_id = p.intent_id and r.state = ${state}), 0)`;
}
