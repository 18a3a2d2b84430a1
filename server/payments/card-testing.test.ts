import { describe, expect, test } from 'vitest';
import { minuteMs } from '#contract/durations.ts';
import { down, openPayment, byGuest } from '#test/open-payment.ts';
import { payInBrowser, usePaymentShop } from '#test/payment-shop.ts';
import { createPaymentIntent } from './create-payment-intent.ts';
import { mostDeclines } from './end-after-declines.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { settle } from './settle.ts';

const declined = '4000000000000002';

const shop = await usePaymentShop();

/** An order's payment on which so many cards were tried and declined. */
async function tried(cards: number) {
  const opened = await openPayment(shop);
  for (let card = 0; card < cards; card += 1)
    expect((await opened.pay(declined)).statusCode).toBe(402);
  const ask = () => createPaymentIntent(shop, { price: 2400, orderId: opened.orderId }, byGuest);
  return { ...opened, ask };
}

const mails = async (orderId: string) =>
  (
    await shop.db
      .selectFrom('mail_outbox')
      .select('event_key')
      .where('event_key', 'like', `%${orderId}%`)
      .execute()
  ).length;

const paused = async (orderId: string) =>
  (
    await shop.db
      .selectFrom('order_events')
      .select(['actor_role', 'actor'])
      .where('order_id', '=', orderId)
      .where('kind', '=', 'payments_paused')
      .execute()
  ).length;

describe('cards that are declined', () => {
  test("are the payer's own trouble up to the ninth", async () => {
    const { ask, payments, pay, state, orderId } = await tried(mostDeclines - 1);
    await ask();
    expect([await payments(), await mails(orderId)]).toEqual([['open'], 0]);
    await pay();
    await reconcile();
    expect(await state()).toBe('paid');
  });

  test('end the payment with the tenth; the owner is told once, and the next payment waits', async () => {
    const { ask, payments, pay, intentId, orderId } = await tried(mostDeclines);
    await Promise.all([settle(shop, intentId), settle(shop, intentId), reconcile()]);
    expect([await payments(), await paused(orderId), await mails(orderId)]).toEqual([
      ['canceled'],
      1,
      1,
    ]);
    // The secret that was given out is worth nothing any more.
    expect((await pay()).statusCode).toBe(400);

    await expect(ask()).rejects.toMatchObject({
      code: 'too_many_declines',
      retryAfterSeconds: 15 * 60,
    });
    shop.clock.advance(14 * minuteMs);
    await expect(ask()).rejects.toMatchObject({ code: 'too_many_declines', retryAfterSeconds: 60 });
    shop.clock.advance(minuteMs);
    expect((await ask()).clientSecret).toMatch(/^pi_/);
    expect(await payments()).toEqual(['canceled', 'open']);
  });

  test('make each next wait of the same order twice as long, a day at most', async () => {
    const { ask, orderId } = await tried(0);
    const waits: number[] = [];
    for (const before of [0, 1, 6, 7, 50]) {
      await shop.db
        .updateTable('orders')
        .set({ declined_payments: before })
        .where('id', '=', orderId)
        .execute();
      await end(await ask());
      const wait = await ask().then(
        () => 0,
        ({ retryAfterSeconds }: { retryAfterSeconds: number }) => retryAfterSeconds / 60,
      );
      waits.push(wait);
      shop.clock.advance(wait * minuteMs);
    }
    expect(waits).toEqual([15, 30, 960, 1440, 1440]);
    expect(await mails(orderId)).toBe(5);
  });

  test('are counted when the payment is asked for again, whatever messages were lost', async () => {
    const { ask, payments } = await tried(mostDeclines);
    await expect(ask()).rejects.toMatchObject({ code: 'too_many_declines' });
    expect(await payments()).toEqual(['canceled']);
  });

  test('that the shop crashed over, having ended the payment, still count', async () => {
    const { ask, intentId, orderId } = await tried(mostDeclines);
    await shop.cards.cancelIntent(intentId);
    await expect(ask()).rejects.toMatchObject({ code: 'too_many_declines' });
    expect(await mails(orderId)).toBe(1);
  });

  test('never take a payment away that went through before', async () => {
    const { pay, intentId, state, orderId } = await tried(mostDeclines);
    await pay();
    await settle(shop, intentId);
    expect([await state(), await paused(orderId)]).toEqual(['paid', 0]);
  });

  test('are asked about again when the provider does not answer', async () => {
    const { intentId, payments } = await tried(mostDeclines);
    down(shop);
    await expect(settle(shop, intentId)).rejects.toThrow();
    expect(await payments()).toEqual(['open']);
    await settle(shop, intentId);
    expect(await payments()).toEqual(['canceled']);
  });

  test("are told by the provider's message at once", async () => {
    shop.hears = true;
    const { orderId, payments } = await tried(mostDeclines);
    await shop.sandbox.sendEvents();
    expect([await payments(), await paused(orderId)]).toEqual([['canceled'], 1]);
  });
});

async function reconcile(): Promise<void> {
  shop.clock.advance(minuteMs);
  await reconcilePayments(shop);
}

/** Tries cards on a payment until it ends. */
async function end({ clientSecret }: { clientSecret: string }): Promise<void> {
  for (let card = 0; card < mostDeclines; card += 1)
    await payInBrowser(shop.app, { clientSecret, number: declined });
  await settle(shop, clientSecret.split('_secret_')[0] ?? '');
}
