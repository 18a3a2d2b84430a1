import { describe, expect, test } from 'vitest';
import { calls } from '#contract/api.ts';
import { refusalsOf } from '#server/http/openapi.ts';
import { down, openPayment } from '#test/open-payment.ts';
import { sampleOrder, setOrderState, usePaymentShop } from '#test/payment-shop.ts';
import { CardsUnavailable } from '#server/third-parties/cards/port.ts';
import { askingOnce, endOpenPayment } from './end-open-payment.ts';

const shop = await usePaymentShop();

describe('ending a payment for a cancel', () => {
  test('ends it for good: no money can arrive', async () => {
    const open = await openPayment(shop);
    await setOrderState(shop.db, open.orderId, 'cancelling');
    expect(await endOpenPayment(shop, open.orderId)).toBe('ended');
    expect((await open.pay()).json().error.code).toBe('payment_intent_unexpected_state');
    expect(await open.payments()).toEqual(['canceled']);
    expect(await endOpenPayment(shop, open.orderId)).toBe('ended');
  });

  test('comes too late for money that has moved: the order is paid', async () => {
    const open = await openPayment(shop);
    await open.pay();
    await setOrderState(shop.db, open.orderId, 'cancelling');
    expect(await endOpenPayment(shop, open.orderId)).toBe('paid');
    expect([await open.state(), await open.payments()]).toEqual(['paid', ['kept']]);
    expect(await endOpenPayment(shop, open.orderId)).toBe('paid');
  });

  test('is unavailable when the provider does not say, and busy while the bank decides', async () => {
    const open = await openPayment(shop);
    down(shop);
    expect(await endOpenPayment(shop, open.orderId)).toBe('unavailable');
    shop.faults.push(async (pass) => {
      const intent = (await (await pass()).json()) as { status: string };
      return Response.json({ ...intent, status: 'processing' });
    });
    expect(await endOpenPayment(shop, open.orderId)).toBe('busy');
    expect(await open.payments()).toEqual(['open']);
  });

  test('that is ended already stays so when its declined cards cannot be counted', async () => {
    const open = await openPayment(shop);
    await open.pay('4000000000000002');
    await setOrderState(shop.db, open.orderId, 'cancelling');
    // As after a cancel whose answer was lost: the provider refuses to end it again, and shows it.
    await shop.cards.cancelIntent(open.intentId);
    for (let call = 0; call < 2; call += 1) shop.faults.push((pass) => pass());
    down(shop);
    expect(await endOpenPayment(shop, open.orderId)).toBe('ended');
    expect(shop.faults).toEqual([]);
    expect(await open.payments()).toEqual(['canceled']);
  });

  test('waits for the count of declined cards where its order can be paid again', async () => {
    const open = await openPayment(shop);
    await open.pay('4000000000000002');
    const end = () => endOpenPayment(shop, open.orderId, { stayPayable: true });
    for (let call = 0; call < 2; call += 1) shop.faults.push((pass) => pass());
    down(shop);
    await shop.cards.cancelIntent(open.intentId);
    expect(await end()).toBe('unavailable');
    expect(await open.payments()).toEqual(['open']);
    expect(await end()).toBe('ended');
    expect(await open.payments()).toEqual(['canceled']);
  });

  test('is unavailable when the provider cannot say how many cards were declined for one it did not end', async () => {
    const open = await openPayment(shop);
    await open.pay('4000000000000002');
    shop.faults.push(async (pass) => {
      const intent = (await (await pass()).json()) as { status: string };
      return Response.json({ ...intent, status: 'requires_action', last_payment_error: {} });
    });
    down(shop);
    expect(await endOpenPayment(shop, open.orderId)).toBe('unavailable');
    expect(shop.faults).toEqual([]);
  });

  test('whose money is on its way is not ended by another selection of orders, as the contract says', async () => {
    const orderIds = [await sampleOrder(shop), await sampleOrder(shop)];
    const open = (ids: readonly string[]) =>
      shop.request('POST', '/api/create-payment-intent', {
        as: shop.customer,
        body: { price: 2400 * ids.length, orderIds: ids },
      });
    expect((await open(orderIds)).status).toBe(200);
    shop.faults.push(async (pass) => {
      const intent = (await (await pass()).json()) as { status: string };
      return Response.json({ ...intent, status: 'processing' });
    });
    const { status, body } = await open(orderIds.slice(1));
    expect([status, body]).toEqual([
      409,
      { clientSecret: null, error: 'order_being_paid', message: expect.any(String) },
    ]);
    expect(refusalsOf(calls.createPaymentIntent)).toContain(body.error);
  });

  test('asks on about others after some that had no answer, about each once, and about none after five in a row', async () => {
    const asked: string[] = [];
    const cancelIntent = async (id: string) => {
      asked.push(id);
      if (id !== 'E') throw new CardsUnavailable('no answer');
      return undefined;
    };
    const { cards } = askingOnce({ ...shop, cards: { ...shop.cards, cancelIntent } });
    for (const id of 'aabcdEEfghijkl') await cards.cancelIntent(id).catch(() => undefined);
    expect(asked.join('')).toBe('abcdEfghij');
  });

  test('of an order nobody tried to pay asks nobody', async () => {
    const orderId = await sampleOrder(shop);
    expect(await endOpenPayment(shop, orderId)).toBe('ended');
    expect(shop.asked).toEqual([]);
  });

  test('against paying, 30 times at the same moment: the money and the order always agree', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 30; round += 1) {
      const open = await openPayment(shop);
      await setOrderState(shop.db, open.orderId, 'cancelling');
      const cancel = () => endOpenPayment(shop, open.orderId);
      // Every third round one of them is given a head start, so that both outcomes are seen whatever the machine does.
      const first =
        round % 3 === 0 ? await open.pay() : round % 3 === 1 ? await cancel() : undefined;
      const [paid, ended] = await Promise.all([
        typeof first === 'object' ? first : open.pay(),
        typeof first === 'string' ? first : cancel(),
      ]);
      const money = (await shop.cards.getIntent(open.intentId))?.status;
      expect([paid.statusCode, ended, money, await open.state()]).toEqual(
        ended === 'paid'
          ? [200, 'paid', 'succeeded', 'paid']
          : [400, 'ended', 'canceled', 'cancelling'],
      );
      outcomes.add(ended);
    }
    expect(outcomes).toEqual(new Set(['paid', 'ended']));
  });
});
