import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CheckResult } from '#contract/doctor.ts';
import { expectInvariants } from '#test/invariants.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

/** Questions about these payments are not answered, as often as it says. */
const unanswered = new Map<string, number>();
let hears = true;

const shop = await useShop({
  hears: () => hears,
  through: (fetch) => async (input, init) => {
    const id =
      /\/payment_intents\/(\w+)/.exec(String(input instanceof Request ? input.url : input))?.[1] ??
      '';
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
  hears = true;
});

const cardChecks = ['I3-cards', 'I8-cards', 'stuck-payments'];
const report = async (): Promise<CheckResult[]> =>
  (await shop.request('GET', '/api/admin/doctor', { as: admin })).body.checks;
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
    ['an open payment', () => open, ['stuck-payments']],
    ['a kept payment', () => kept, ['I3-cards', 'I8-cards']],
  ])(
    'without an answer about %s leaves the checks standing that do not hang on it',
    async (_words, id, checks) => {
      unanswered.set(id(), 100);
      expect(await unknown()).toEqual(
        checks.map((check) => [check, 'The card provider did not answer about one payment.']),
      );
    },
  );

  it('asks once more about a payment whose answer came too late', async () => {
    // Each question is sent twice before it counts as not answered.
    unanswered.set(kept, 2).set(open, 0);
    expect(await unknown()).toEqual([]);
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
