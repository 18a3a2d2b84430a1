import { beforeEach, describe, expect, it } from 'vitest';
import { expectInvariants } from '#test/invariants.ts';
import { keptFailures } from '#test/kept-failures.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const provider = keptFailures();

const shop = await useShop({ through: provider.through });
const admin = await shop.person('Ada Admin', { role: 'admin' });
const ana = await shop.person('Ana Duarte');
const disc = await samplePart(shop.db, { inStock: 10_000 });
beforeEach(() => Object.assign(provider, { isOut: false, doesItNevertheless: false }));

const open = (orderId: string) =>
  shop.request('POST', '/api/create-payment-intent', { as: ana, body: { price: 2500, orderId } });
const refund = (orderId: string, amount: number) =>
  shop.request('POST', `/api/order/${orderId}/refund`, {
    as: admin,
    body: { amount, reason: 'Two boxes were damaged', restock: false },
  });
const refundedAt = async (intentId: string) =>
  (await shop.cards.getIntent(intentId))?.refundedCents;
const refundsOf = (orderId: string) =>
  shop.db.selectFrom('refunds').select('state').where('order_id', '=', orderId).execute();

async function minutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    shop.clock.advance(60_000);
    await shop.everyMinute();
  }
}

describe('after an outage whose failures the card provider keeps under their keys', () => {
  it.each([
    ['done nothing', false],
    ['opened payments whose secrets nobody has', true],
  ])(
    'an order can be paid at once, when the provider has meanwhile %s',
    async (_words, doesItNevertheless) => {
      const orderId = await shop.order(ana, disc, 200);
      Object.assign(provider, { isOut: true, doesItNevertheless });
      for (let tries = 0; tries < 8; tries += 1) expect((await open(orderId)).status).toBe(503);
      provider.isOut = false;

      const opened = await open(orderId);
      expect(opened.status).toBe(200);
      expect((await open(orderId)).body).toEqual(opened.body);
      const transactionId = await shop.pay(ana, orderId);
      expect((await shop.request('GET', `/api/orders/${orderId}`, { as: ana })).body).toMatchObject(
        { paid: true, transactionId },
      );
      const payments = await shop.db
        .selectFrom('payments')
        .select('state')
        .where('order_id', '=', orderId)
        .execute();
      expect(payments).toEqual([{ state: 'kept' }]);
    },
  );

  it.each([
    ['nothing', false],
    ['that, once', true],
  ])(
    'a refund is made within two minutes, when the provider has given back %s',
    async (_words, doesItNevertheless) => {
      const orderId = await shop.order(ana, disc, 200);
      const intentId = await shop.pay(ana, orderId);
      Object.assign(provider, { isOut: true, doesItNevertheless });
      expect((await refund(orderId, 300)).status).toBe(200);
      await minutes(8);
      expect(await refundedAt(intentId)).toBe(doesItNevertheless ? 30_000 : 0);
      provider.isOut = false;

      await minutes(2);
      expect([await refundsOf(orderId), await refundedAt(intentId)]).toEqual([
        [{ state: 'done' }],
        30_000,
      ]);
      await minutes(2);
      expect(await refundedAt(intentId)).toBe(30_000);
      await expectInvariants(shop);
    },
  );

  it.each([
    ['not yet', false],
    ['already', true],
  ])(
    'money that came too late goes back within two minutes, when the provider has %s given it back',
    async (_words, doesItNevertheless) => {
      const orderId = await shop.order(ana, disc, 200);
      const { clientSecret } = (await open(orderId)).body;
      const [intentId = ''] = clientSecret.split('_secret_');
      await shop.db
        .updateTable('payments')
        .set({ state: 'canceled' })
        .where('intent_id', '=', intentId)
        .execute();
      await shop.request('DELETE', `/api/order?id=${orderId}`, { as: ana });
      Object.assign(provider, { isOut: true, doesItNevertheless });
      await shop.sandbox.sandbox.payWithCard(clientSecret, { number: '4242424242424242' });
      await shop.sandbox.sendEvents();
      await minutes(8);
      provider.isOut = false;

      await minutes(2);
      expect(await refundedAt(intentId)).toBe(250_000);
      await expectInvariants(shop);
    },
  );
});
