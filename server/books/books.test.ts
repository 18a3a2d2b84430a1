import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { monthAfter, monthOf } from '#contract/book-rules.ts';
import type { BookPayment, BookRefund, BookSums } from '#contract/books.ts';
import { hourMs, minuteMs } from '#contract/durations.ts';
import { settle } from '#server/payments/settle.ts';
import { CardsUnavailable } from '#server/third-parties/cards/port.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { expectInvariants } from '#test/invariants.ts';
import { each, useOrdersTogether } from '#test/orders-together.ts';

/** A short form in `npm test`; another `SEED` is another history. */
const runs = Number(process.env['HISTORIES'] ?? 2);
const seed = Number(process.env['SEED'] ?? 20_261_125);

const which = fc.nat(50);
const orders = fc.integer({ min: 1, max: 3 });
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('buy'), orders }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('payLate'), orders, gone: orders }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom('refund', 'refundLater', 'refundElsewhere'),
        which,
        cents: fc.integer({ min: 1, max: 120_000 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom('failRefund', 'refundAgain', 'lose', 'winAfterAll', 'loseAgain'),
        which,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('wait'),
        hours: fc.integer({ min: 1, max: 400 }),
      }),
    },
  ),
  { minLength: 20, maxLength: 30 },
);
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never;

for (const engine of engines) {
  const scene = await useOrdersTogether({ database: await databaseOn(engine) });
  const { shop, admin, paid, unpaid, opened, provider, cancelledLate, dashboard } = scene;
  /** What the provider does not date: when money came back, and when disputes took some. */
  const undated: { month: string; kind: 'cameBack' | 'lost'; cents: number }[] = [];
  const payments: {
    id: string;
    orders: string[];
    dispute?: string;
    isWon?: boolean;
    /** Cents of refunds that failed and were not made again. */
    failed?: number[];
  }[] = [];
  const first = monthOf(shop.clock.now());

  const orderOf = async (id: string) => (await scene.orderOf(id)) as { refundedTotal: number };
  const leftOf = async (id: string) => Math.round((each - (await orderOf(id)).refundedTotal) * 100);
  const note = (kind: 'cameBack' | 'lost', cents: number) =>
    undated.push({ month: monthOf(shop.clock.now()), kind, cents });

  async function take(step: Step): Promise<void> {
    if ('hours' in step) {
      shop.clock.advance(step.hours * hourMs);
      await shop.everyMinute();
    }
    if (step.kind === 'buy' && 'orders' in step) {
      const { orders: ids, payment } = await paid(step.orders);
      payments.push({ id: payment.id, orders: ids });
    }
    if ('gone' in step) await payLate(step);
    if ('which' in step && payments.length > 0)
      await change(payments[step.which % payments.length] as (typeof payments)[number], step);
    await shop.sandbox.sendEvents();
  }

  /** Some of the orders are cancelled when their money comes. */
  async function payLate({ orders: count, gone }: { orders: number; gone: number }) {
    const { buyer, orders: ids } = await unpaid(count);
    const payment = await opened(buyer, ids);
    provider.hears = false;
    await payment.byCard();
    for (const id of ids.slice(0, gone)) await cancelledLate(id);
    provider.hears = true;
    await settle(shop, payment.id);
    if (gone < count) payments.push({ id: payment.id, orders: ids.slice(gone) });
  }

  async function change(payment: (typeof payments)[number], step: Step): Promise<void> {
    const order = payment.orders[0] as string;
    if ('cents' in step) {
      const cents = Math.min(step.cents, await leftOf(order));
      if (cents <= 0 || payment.dispute !== undefined) return;
      if (step.kind === 'refundElsewhere') await dashboard().refund(payment.id, cents);
      else await refund(order, cents, step.kind === 'refundLater');
    }
    if (step.kind === 'failRefund') await failOne(payment);
    if (step.kind === 'refundAgain') await refundAgain(payment);
    if (step.kind === 'lose' && payment.dispute === undefined) {
      const untouched = await Promise.all(payment.orders.map(leftOf));
      if (untouched.some((left) => left < each * 100)) return;
      payment.dispute = await dashboard().dispute(payment.id, each * 100);
      await shop.sandbox.sendEvents();
      await dashboard().closeDispute(payment.dispute, 'lost');
      note('lost', each * 100);
    } else if (step.kind === 'winAfterAll' && payment.dispute !== undefined && !payment.isWon) {
      await dashboard().closeDispute(payment.dispute, 'won');
      payment.isWon = true;
      note('cameBack', each * 100);
    } else if (step.kind === 'loseAgain' && payment.dispute !== undefined && payment.isWon) {
      await dashboard().closeDispute(payment.dispute, 'lost');
      note('lost', each * 100);
      payments.splice(payments.indexOf(payment), 1);
    }
  }

  async function refund(order: string, cents: number, isLater: boolean): Promise<void> {
    if (isLater)
      vi.spyOn(shop.cards, 'refundPart').mockRejectedValueOnce(new CardsUnavailable('It is down.'));
    const body = { amount: cents / 100, reason: 'model', restock: false };
    await shop.request('POST', `/api/order/${order}/refund`, { as: admin, body });
    vi.restoreAllMocks();
  }

  /** The provider's refunds that did not fail, of one payment. */
  async function failOne(payment: (typeof payments)[number]): Promise<void> {
    const all = await shop.cards.listRefunds(payment.id);
    const [made] = all.filter(({ hasFailed }) => !hasFailed);
    if (made === undefined) return;
    await dashboard().failRefund(made.id);
    note('cameBack', made.amountCents);
    payment.failed = [...(payment.failed ?? []), made.amountCents];
  }

  /** What failed last goes back in the provider's dashboard. */
  async function refundAgain(payment: (typeof payments)[number]): Promise<void> {
    const cents = payment.failed?.pop();
    if (cents !== undefined && payment.dispute === undefined)
      await dashboard().refund(payment.id, cents);
  }

  const get = async (path: string, query: Record<string, string>) => {
    const answer = await shop.request('GET', `${path}?${new URLSearchParams(query).toString()}`, {
      as: admin,
    });
    expect(answer.status).toBe(200);
    return answer;
  };
  const bookOf = async (month: string): Promise<BookSums> =>
    (await get('/api/admin/books', { month })).body;

  /** All rows of a list, by pages of three. */
  async function rowsOf<Row>(list: string, month: string): Promise<Row[]> {
    const rows: Row[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const query = { month, limit: '3', ...(cursor && { cursor }) };
      const { body, headers } = await get(`/api/admin/books/${list}`, query);
      rows.push(...body);
      cursor = /[?&]cursor=([^&>]+)/.exec(String(headers['link'] ?? ''))?.[1];
    }
    return rows;
  }

  const months = () => {
    const all = [first];
    while ((all.at(-1) ?? '') < monthOf(shop.clock.now())) all.push(monthAfter(all.at(-1) ?? ''));
    return all;
  };
  const cents = (rows: readonly { readonly amount: number }[]) =>
    rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);

  /** What the provider's own books say of a month. */
  async function providersOf(month: string) {
    const { rows } = await sql<{ came: number; went: number }>`
      select (select coalesce(sum(amount), 0)::int from card_sandbox.charges where status = 'succeeded' and to_char(created_at at time zone 'UTC', 'YYYY-MM') = ${month}) as came,
        (select coalesce(sum(amount), 0)::int from card_sandbox.refunds where to_char(created_at at time zone 'UTC', 'YYYY-MM') = ${month}) as went`.execute(
      shop.db,
    );
    const { came, went } = rows[0] ?? { came: 0, went: 0 };
    const noted = (kind: 'cameBack' | 'lost') =>
      undated
        .filter((one) => one.month === month && one.kind === kind)
        .reduce((sum, one) => sum + one.cents, 0);
    return { came, went: went + noted('lost'), cameBack: noted('cameBack') };
  }

  /** The sums of a month are those of its rows, of its file, and of the provider's own books. */
  async function compareMonth(month: string) {
    const book = await bookOf(month);
    const rows = {
      payments: await rowsOf<BookPayment>('payments', month),
      refunds: await rowsOf<BookRefund>('refunds', month),
      promised: await rowsOf<BookRefund>('promised', month),
    };
    const went = rows.refunds.filter(({ cameBack }) => !cameBack);
    const back = rows.refunds.filter(({ cameBack }) => cameBack);
    const sums = (some: readonly { amount: number }[]) => ({
      count: some.length,
      amount: cents(some) / 100,
    });
    expect(book).toEqual({
      month,
      payments: sums(rows.payments),
      paidForNothing: cents(rows.payments.map((one) => ({ amount: one.paidForNothing }))) / 100,
      refunds: sums(went),
      cameBack: sums(back),
      total: (cents(rows.payments) - cents(went) + cents(back)) / 100,
      promised: sums(rows.promised),
    });
    const file: string = (await get('/api/admin/books.csv', { month })).body;
    const [total = ''] = file.trimEnd().split('\r\n').slice(-1);
    expect(total).toBe(
      `Payments less refunds,,,,,,${book.total.toFixed(2)},,${book.promised.amount.toFixed(2)},,,`,
    );
    expect({ came: cents(rows.payments), went: cents(went), cameBack: cents(back) }).toEqual(
      await providersOf(month),
    );
    return rows;
  }

  /** All months together are what the daily sums and the list of orders say. */
  async function compareBooks(): Promise<void> {
    const all = await Promise.all(months().map(compareMonth));
    const list = <Row>(of: (month: (typeof all)[number]) => readonly Row[]) => all.flatMap(of);
    const came = list(({ payments: some }) => some);
    const nothing = came.map(({ paidForNothing: amount }) => ({ amount }));
    const ofOrders = (some: readonly BookRefund[]) =>
      some.filter(({ source }) => source !== 'returned');
    const refunds = ofOrders(list((month) => month.refunds));
    const back = cents(refunds.filter(({ cameBack }) => cameBack));
    const went = cents(refunds) - 2 * back + cents(ofOrders(list(({ promised }) => promised)));
    const listed: { paid: boolean; total: number; refundedTotal: number }[] = (
      await get('/api/order', { limit: '1000' })
    ).body.filter((order: { paid: boolean }) => order.paid);
    const { totals } = (
      await get('/api/admin/figures', {
        from: `${first}-01`,
        to: shop.clock.now().toISOString().slice(0, 10),
      })
    ).body;
    expect(cents(came) - cents(nothing)).toBe(Math.round(totals.paid * 100));
    expect(went).toBe(Math.round(totals.refunded * 100));
    expect(went).toBe(cents(listed.map(({ refundedTotal: amount }) => ({ amount }))));
    expect(Math.round(totals.paid * 100)).toBe(
      cents(listed.map(({ total: amount }) => ({ amount }))),
    );
  }

  describe(`the payments and refunds of a month (${engine})`, () => {
    it(
      'are those of the provider, of the daily sums and of the orders',
      { timeout: 600_000 },
      async () => {
        const history = fc.asyncProperty(steps, async (taken) => {
          for (const step of taken) await take(step);
          await compareBooks();
        });
        await fc.assert(history, { numRuns: runs, seed, endOnFailure: true });
        shop.clock.advance(minuteMs);
        await shop.everyMinute();
        await expectInvariants(shop);
        expect(undated.length).toBeGreaterThan(0);
      },
    );
  });
}
