import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { minuteMs } from '#contract/durations.ts';
import type { CheckResult } from '#contract/doctor.ts';
import { lookedAt } from '#test/doctor-report.ts';
import { expectInvariants } from '#test/invariants.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import type { Finding } from './check.ts';
import { examine } from './examine.ts';

/** Questions about these payments are not answered, as often as it says. */
const unanswered = new Map<string, number>();
let hears = true;
/** Each question about a payment takes a minute. */
let isSlow = false;

const shop = await useShop({
  hears: () => hears,
  through: (fetch) => async (input, init) => {
    const id =
      /\/payment_intents\/(\w+)/.exec(String(input instanceof Request ? input.url : input))?.[1] ??
      '';
    if (isSlow && id !== '') shop.clock.advance(minuteMs);
    const times = unanswered.get(id) ?? 0;
    if (times === 0) return fetch(input, init);
    unanswered.set(id, times - 1);
    throw new TypeError('fetch failed');
  },
});
const admin = await shop.person('Grace', { role: 'admin' });
const customer = await shop.person('Ada');
const part = await samplePart(shop.db, { inStock: 10_000 });
/** The transactions of one order that is paid and one whose payment is open. */
const kept = await shop.pay(customer, await shop.order(customer, part, 200));
const orderId = await shop.order(customer, part, 200);
const opened = await shop.request('POST', '/api/create-payment-intent', {
  as: customer,
  body: { price: 2500, orderId },
});
const open = opened.body.clientSecret.split('_secret_')[0];
// A payment that young is not asked about.
shop.clock.advance(3 * 60_000);
beforeEach(() => {
  unanswered.clear();
  isSlow = false;
  hears = true;
});

/** Fifty more payments that were given up. */
async function payMany(): Promise<void> {
  await sql`insert into payments (intent_id, amount_cents, state, created_at, updated_at)
    select 'pi_given_up_' || n, 100, 'canceled', ${shop.clock.now()}, ${shop.clock.now()} from generate_series(1, 50) n`.execute(
    shop.db,
  );
}

const cardChecks = ['I3-cards', 'I8-cards', 'stuck-payments', 'cards-answer'];
const report = async (): Promise<CheckResult[]> => (await lookedAt(shop, admin)).checks;
const notHolding = async () =>
  (await report())
    .filter(({ status }) => status !== 'holds')
    .map(({ _id, status, rows, repairable }) => ({ _id, status, rows, repairable }));

async function unknown(): Promise<[string, string | null][]> {
  const checks = await report();
  expect(checks.filter(({ status }) => status === 'broken')).toEqual([]);
  return checks.filter(({ status }) => status === 'unknown').map(({ _id, note }) => [_id, note]);
}

describe("the doctor's comparison with the card provider", () => {
  it('names a kept payment that the card provider does not confirm', async () => {
    const set = (amount: number) =>
      sql`update card_sandbox.payment_intents set amount = ${amount} where id = ${kept}`.execute(
        shop.db,
      );
    await sql`update card_sandbox.payment_intents set currency = 'eur' where id = ${kept}`.execute(
      shop.db,
    );
    expect(await notHolding()).toEqual([
      { _id: 'I3-cards', status: 'broken', rows: [kept], repairable: false },
    ]);
    await sql`update card_sandbox.payment_intents set currency = 'usd' where id = ${kept}`.execute(
      shop.db,
    );
    await set(100);
    expect(await notHolding()).toEqual([
      { _id: 'I3-cards', status: 'broken', rows: [kept], repairable: false },
    ]);
    await set(250_000);
  });

  it('says that it could not be made while the card provider does not answer, and calls nothing broken for it', async () => {
    unanswered.set(kept, 100).set(open, 100);
    expect(await unknown()).toEqual(
      cardChecks.map((id) => [id, 'The card provider does not answer.']),
    );
  });

  it.each([
    ['an open payment', () => open],
    ['a kept payment', () => kept],
  ])(
    'a missing answer about %s is one check, and the others are about the rest',
    async (_words, id) => {
      unanswered.set(id(), 100);
      const missing = 'The card provider did not answer about one payment.';
      expect(await unknown()).toEqual([['cards-answer', missing]]);
      const others = (await report()).filter(({ _id }) => cardChecks.includes(_id));
      expect(others.map(({ note }) => note)).toEqual(cardChecks.map(() => missing));
    },
  );

  it('asks about the newest payments only, and says so, when its time is over', async () => {
    const [first, second] = await Promise.all([
      examine(shop, { mostPayments: Infinity, patienceMs: 0 }),
      examine(shop, { mostPayments: 1 }),
    ]);
    const notes = (findings: readonly Finding[]) =>
      findings.filter(({ check }) => cardChecks.includes(check.id)).map(({ note }) => note);
    expect(notes(first)).toEqual(cardChecks.map(() => undefined));
    expect(notes(second)).toEqual(cardChecks.map(() => 'Asked about the newest payment only.'));
    // Each question takes a minute: after the first fifty there is no time left.
    isSlow = true;
    await payMany();
    const slow = await examine(shop, { mostPayments: Infinity, patienceMs: minuteMs });
    expect(notes(slow)).toEqual(cardChecks.map(() => 'Asked about the newest 50 payments only.'));
    await sql`delete from payments where intent_id like 'pi_given_up_%'`.execute(shop.db);
  });

  it('asks once more about a payment whose answer came too late', async () => {
    // Each question is sent twice before it counts as not answered.
    unanswered.set(kept, 2).set(open, 0);
    expect(await unknown()).toEqual([]);
  });

  it('takes one late answer for that also where one payment is all it asks about', async () => {
    const unknownOfOne = async (times: number) => {
      unanswered.set(kept, times).set(open, times);
      const findings = await examine(shop, { mostPayments: 1 });
      const missing = findings.filter(({ rows }) => rows === undefined);
      return missing.map(({ check, note }) => [check.id, note]);
    };
    expect(await unknownOfOne(100)).toEqual([
      [
        'cards-answer',
        'Asked about the newest payment only. The card provider did not answer about one payment.',
      ],
    ]);
    expect(await unknownOfOne(2)).toEqual([]);
  });

  it('names a refund and a dispute that the shop does not know of, and one whose end it does not know', async () => {
    hears = false;
    const { dashboard } = shop.sandbox.sandbox;
    await dashboard.refund(kept, 500);
    const dispute = await dashboard.dispute(kept, 700);
    await shop.sandbox.sendEvents();
    expect(await notHolding()).toEqual([
      { _id: 'I8-cards', status: 'broken', rows: [kept], repairable: true },
    ]);
    hears = true;
    await shop.repeatEvents(1);
    await expectInvariants(shop);
    hears = false;
    await dashboard.closeDispute(dispute, 'lost');
    await shop.sandbox.sendEvents();
    expect(await notHolding()).toEqual([
      { _id: 'I8-cards', status: 'broken', rows: [kept], repairable: true },
    ]);
  });
});
