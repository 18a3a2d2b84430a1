import { describe, expect, test } from 'vitest';
import { orderNumber } from '#contract/order-rules.ts';
import { down, openPayment } from '#test/open-payment.ts';
import { sampleOrder, setOrderState, usePaymentShop } from '#test/payment-shop.ts';
import { mailsIn } from '#test/mailbox.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { settle } from './settle.ts';

const shop = await usePaymentShop();

async function statesOf(orderId: string): Promise<string[]> {
  const rows = await shop.db
    .selectFrom('payments')
    .select('state')
    .where('order_id', '=', orderId)
    .orderBy('attempt')
    .execute();
  return rows.map(({ state }) => state);
}

const mailsOf = async (eventKey: string) => {
  const mails = await mailsIn(shop.db, (all) => all.where('event_key', '=', eventKey));
  return mails.map(({ recipient, subject, text }) => ({ recipient, subject, text }));
};

describe('money that arrives', () => {
  test('pays its order once, however many bring the news at the same moment', async () => {
    const open = await openPayment(shop);
    await open.pay();
    const settled = await Promise.all(
      Array.from({ length: 20 }, () => settle(shop, open.intentId)),
    );
    expect(new Set(settled)).toEqual(new Set(['kept']));
    expect([await open.state(), await open.payments(), await open.refunded()]).toEqual([
      'paid',
      ['kept'],
      0,
    ]);
    shop.asked.length = 0;
    expect(await settle(shop, open.intentId)).toBe('kept');
    expect(shop.asked).toEqual([]);
  });

  test('also pays an order that was about to be cancelled', async () => {
    const open = await openPayment(shop);
    await open.pay();
    const begun = {
      state: 'cancelling',
      cancelled_because: 'customer',
      cancelling_since: shop.clock.now(),
    } as const;
    await shop.db.updateTable('orders').set(begun).where('id', '=', open.orderId).execute();
    expect(await settle(shop, open.intentId)).toBe('kept');
    const row = await shop.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', open.orderId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'paid', cancelled_because: null, cancelling_since: null });
  });

  test('in another currency pays nothing and goes back', async () => {
    const open = await openPayment(shop);
    await open.pay();
    await shop.db
      .withTables<{ 'card_sandbox.payment_intents': { id: string; currency: string } }>()
      .updateTable('card_sandbox.payment_intents')
      .set({ currency: 'eur' })
      .where('id', '=', open.intentId)
      .execute();
    expect(await settle(shop, open.intentId)).toBe('refunded');
    expect([await open.state(), await open.refunded()]).toEqual(['unpaid', 240_000]);
  });

  test('for a cancelled order goes back, once, with one mail', async () => {
    const open = await openPayment(shop);
    await open.pay();
    await setOrderState(shop.db, open.orderId, 'cancelled');
    expect(new Set(await Promise.all([1, 2, 3, 4].map(() => settle(shop, open.intentId))))).toEqual(
      new Set(['refunded']),
    );
    expect([await open.state(), await open.payments(), await open.refunded()]).toEqual([
      'cancelled',
      ['refunded'],
      240_000,
    ]);
    expect(await mailsOf(`payment-returned:${open.intentId}`)).toEqual([
      {
        recipient: shop.customer.email,
        subject: 'Your payment of $2400.00 goes back to your card',
        text: expect.stringContaining(
          `order ${orderNumber(open.orderId)}, but the order had been cancelled before`,
        ),
      },
    ]);
  });

  test('a second time for a paid order goes back and leaves the first alone', async () => {
    const open = await openPayment(shop);
    await open.pay();
    await settle(shop, open.intentId);
    const second = await foreignPayment(open.orderId, 240_000);
    expect(await settle(shop, second)).toBe('refunded');
    expect([await open.state(), await open.payments()]).toEqual(['paid', ['kept', 'refunded']]);
    expect([await open.refunded(), await open.refunded(second)]).toEqual([0, 240_000]);
    expect(await mailsOf(`payment-returned:${second}`)).toHaveLength(1);
  });

  test.each([239_999, 240_001])(
    'of %d cents for an order of 240000 goes back and the order stays unpaid',
    async (amountCents) => {
      const orderId = await sampleOrder(shop);
      const intentId = await foreignPayment(orderId, amountCents);
      expect(await settle(shop, intentId)).toBe('refunded');
      expect(await statesOf(orderId)).toEqual(['refunded']);
      const { state } = await shop.db
        .selectFrom('orders')
        .select('state')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow();
      expect(state).toBe('unpaid');
    },
  );

  test('whose row a crash kept from being written still pays its order', async () => {
    const orderId = await sampleOrder(shop);
    const intentId = await foreignPayment(orderId, 240_000);
    expect(await settle(shop, intentId)).toBe('kept');
    expect(await statesOf(orderId)).toEqual(['kept']);
  });

  test('that names no order of this shop is left alone: it may be the money of another business', async () => {
    const intentId = await foreignPayment('11111111-1111-4111-8111-111111111111', 5000);
    const nameless = await foreignPayment('their-order-17', 5000);
    expect([await settle(shop, intentId), await settle(shop, nameless)]).toEqual([
      'unknown',
      'unknown',
    ]);
    expect((await shop.cards.getIntent(intentId))?.refundedCents).toBe(0);
    expect(shop.logged).toHaveLength(2);
  });

  test('that this shop asked for, of an order that is not here, goes back only when an admin says so', async () => {
    const orderId = '11111111-1111-4111-8111-111111111112';
    const intentId = await foreignPayment(orderId, 5000, shop.paymentMark);
    expect([await settle(shop, intentId), await settle(shop, intentId)]).toEqual([
      'unbooked',
      'unbooked',
    ]);
    expect((await shop.cards.getIntent(intentId))?.refundedCents).toBe(0);
  });

  test.each([
    ['wholly', 240_000],
    ['in part', 100],
  ])(
    'and was given back at the provider %s already does not pay the order: what is left goes back too',
    async (_words, amountCents) => {
      const open = await openPayment(shop);
      await open.pay();
      await shop.cards.refundPart(open.intentId, {
        amountCents,
        key: `by hand ${open.intentId}`,
      });
      expect(await settle(shop, open.intentId)).toBe('refunded');
      expect([await open.state(), await open.payments(), await open.refunded()]).toEqual([
        'unpaid',
        ['refunded'],
        240_000,
      ]);
      expect(await mailsOf(`payment-returned:${open.intentId}`)).toMatchObject([
        {
          text: expect.stringContaining(
            'but it had been given back at the card provider before. The whole amount goes back.',
          ),
        },
      ]);
    },
  );

  test('an intent that is open or canceled pays nothing', async () => {
    const open = await openPayment(shop);
    expect(await settle(shop, open.intentId)).toBe('open');
    await shop.cards.cancelIntent(open.intentId);
    expect(await settle(shop, open.intentId)).toBe('canceled');
    expect([await open.state(), await open.payments()]).toEqual(['unpaid', ['canceled']]);
    expect(await settle(shop, 'pi_000000000000000000000000')).toBe('unknown');
  });
});

describe('a refund that cannot be made yet', () => {
  test('stays due, and the reconciler makes it', async () => {
    const open = await openPayment(shop);
    await open.pay();
    await setOrderState(shop.db, open.orderId, 'cancelled');
    shop.faults.push((pass) => pass());
    down(shop);
    expect(await settle(shop, open.intentId)).toBe('refund_due');
    expect([await open.payments(), await open.refunded()]).toEqual([['refund_due'], 0]);
    shop.clock.advance(60_000);
    await reconcilePayments(shop);
    expect([await open.payments(), await open.refunded()]).toEqual([['refunded'], 240_000]);
    expect(await mailsOf(`payment-returned:${open.intentId}`)).toHaveLength(1);
  });
});

describe('the reconciler', () => {
  test('pays the order of a lost message within its next round, and leaves open payments open', async () => {
    const [paid, waiting] = [await openPayment(shop), await openPayment(shop)];
    await paid.pay();
    await waiting.pay('4000000000000002');
    await reconcilePayments(shop);
    expect(await paid.state()).toBe('unpaid');
    shop.clock.advance(60_000);
    await reconcilePayments(shop);
    expect([await paid.state(), await waiting.state(), await waiting.payments()]).toEqual([
      'paid',
      'unpaid',
      ['open'],
    ]);
  });

  test('of two copies asks about each payment once', async () => {
    const open = await openPayment(shop);
    shop.clock.advance(60_000);
    shop.asked.length = 0;
    await Promise.all([reconcilePayments(shop), reconcilePayments(shop)]);
    const openOnes = await shop.db
      .selectFrom('payments')
      .select('intent_id')
      .where('state', '=', 'open')
      .execute();
    expect(openOnes.map(({ intent_id }) => intent_id)).toContain(open.intentId);
    // One of them had a card declined: how many it were is another question.
    expect(shop.asked.filter((question) => question.includes('payment_intents'))).toHaveLength(
      openOnes.length,
    );
  });
});

/** Money at the provider that the shop has no row of. */
async function foreignPayment(
  orderId: string,
  amountCents: number,
  mark?: string,
): Promise<string> {
  const marked = mark === undefined ? {} : { shop: mark };
  const intent = await shop.cards.createIntent({
    orders: [{ orderId, attempt: 90 }],
    amountCents,
    currency: 'usd',
    email: shop.customer.email,
    ...marked,
  });
  await shop.sandbox.sandbox.payWithCard(intent.clientSecret, { number: '4242424242424242' });
  return intent.id;
}
