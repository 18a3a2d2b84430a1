import { describe, expect, test } from 'vitest';
import type { Person } from '#test/harness.ts';
import { payInBrowser, sampleOrder, setOrderState, usePaymentShop } from '#test/payment-shop.ts';
import { withTimeout } from '#test/with-timeout.ts';

const shop = await usePaymentShop({ isInHurry: true });

const order = () => sampleOrder(shop);

async function createIntent(sent: object, as?: Person) {
  const { status, body } = await shop.request('POST', '/api/create-payment-intent', {
    body: sent,
    ...(as ? { as } : {}),
  });
  return { status, body };
}

async function confirm(path: string, sent: object) {
  const { status, body } = await shop.request('PATCH', `/api/orders/${path}`, { body: sent });
  return { status, body };
}

const pay = (clientSecret: string, number = '4242424242424242') =>
  payInBrowser(shop.app, { clientSecret, number });
const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0]!;
const rowOf = (id: string) =>
  shop.db
    .selectFrom('orders')
    .select(['state', 'transaction_id', 'paid_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const paymentsOf = (id: string) =>
  shop.db
    .selectFrom('payments')
    .select(['intent_id', 'attempt', 'amount_cents', 'state'])
    .where('order_id', '=', id)
    .orderBy('attempt')
    .execute();
const unpaid = { state: 'unpaid', transaction_id: null, paid_at: null };

describe('opening a payment', () => {
  test("is for the order's own amount, needs only the order's id, and is the same one every time", async () => {
    const orderId = await order();
    const first = await createIntent({ price: 2400, orderId });
    expect(first).toEqual({
      status: 200,
      body: { clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/), amount: 2400 },
    });
    expect(await createIntent({ price: '2400.00', orderId })).toEqual(first);
    expect(await paymentsOf(orderId)).toEqual([
      {
        intent_id: intentOf(first.body.clientSecret),
        attempt: 1,
        amount_cents: 240_000,
        state: 'open',
      },
    ]);
  });

  test('done 20 times at once opens one', async () => {
    const orderId = await order();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => createIntent({ price: 2400, orderId })),
    );
    expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await paymentsOf(orderId)).toHaveLength(1);
  });

  test.each([0.01, 2399.99, 2400.001, 24_000, -2400])(
    'at %d instead of the order total is refused with the right amount',
    async (price) => {
      const orderId = await order();
      expect(await createIntent({ price, orderId })).toEqual({
        status: 409,
        body: {
          clientSecret: null,
          price: 2400,
          error: 'price_mismatch',
          message: 'The amount is not what this order costs.',
        },
      });
      expect(await paymentsOf(orderId)).toEqual([]);
      expect(shop.asked).toEqual([]);
    },
  );

  test('of an order that is not there, cancelled or being cancelled is refused', async () => {
    const [cancelled, cancelling] = [await order(), await order()];
    await setOrderState(shop.db, cancelled, 'cancelled');
    await setOrderState(shop.db, cancelling, 'cancelling');
    const refusalOf = async (orderId: string) => {
      const { status, body } = await createIntent({ price: 2400, orderId });
      return [status, body.error, body.clientSecret];
    };
    expect(await refusalOf('00000000-0000-4000-8000-000000000000')).toEqual([
      404,
      'order_not_found',
      null,
    ]);
    expect(await refusalOf(cancelled)).toEqual([404, 'order_not_found', null]);
    expect(await refusalOf(cancelling)).toEqual([409, 'order_being_cancelled', null]);
    expect(shop.asked).toEqual([]);
  });

  test('by the price alone finds the only unpaid order of that total of whoever asks', async () => {
    const grace = await shop.person('Grace');
    const orderId = await sampleOrder(shop, { buyer: grace, unitCents: 777 });
    const { body } = await createIntent({ price: 1554 }, grace);
    expect(body.clientSecret).toBe(
      (await createIntent({ price: 1554, orderId })).body.clientSecret,
    );
    expect((await createIntent({ price: 1555 }, grace)).body.error).toBe('no_single_order');
    expect((await createIntent({ price: 1554 }, shop.customer)).body.error).toBe('no_single_order');
    expect((await createIntent({ price: 1554 })).body.error).toBe('sign_in_required');
    await sampleOrder(shop, { buyer: grace, unitCents: 777 });
    expect(await createIntent({ price: 1554 }, grace)).toMatchObject({
      status: 422,
      body: { error: 'no_single_order' },
    });
  });

  test('of an amount that no card can be charged with is refused', async () => {
    const orderId = await sampleOrder(shop, {
      unitCents: 1,
      quantity: 49,
    });
    expect((await createIntent({ price: 0.49, orderId })).body.error).toBe('amount_not_chargeable');
  });

  test('after the provider canceled the last one opens the next attempt', async () => {
    const orderId = await order();
    const first = intentOf((await createIntent({ price: 2400, orderId })).body.clientSecret);
    await shop.sandbox.cards.cancelIntent(first);
    const second = intentOf((await createIntent({ price: 2400, orderId })).body.clientSecret);
    expect(
      (await paymentsOf(orderId)).map(({ intent_id, attempt, state }) => [
        intent_id,
        attempt,
        state,
      ]),
    ).toEqual([
      [first, 1, 'canceled'],
      [second, 2, 'open'],
    ]);
  });

  test('of an order whose money has moved unnoticed books it and says that it is paid', async () => {
    const orderId = await order();
    const { clientSecret } = (await createIntent({ price: 2400, orderId })).body;
    await pay(clientSecret);
    expect(await createIntent({ price: 2400, orderId })).toMatchObject({
      status: 409,
      body: { clientSecret: null, error: 'order_paid' },
    });
    expect(await rowOf(orderId)).toMatchObject({
      state: 'paid',
      transaction_id: intentOf(clientSecret),
    });
    shop.asked.length = 0;
    expect((await createIntent({ price: 2400, orderId })).body.error).toBe('order_paid');
    expect(shop.asked).toEqual([]);
  });

  test('gives nobody the secret of an order that was cancelled meanwhile', async () => {
    const orderId = await order();
    shop.faults.push(async (pass) => {
      const answer = await pass();
      await setOrderState(shop.db, orderId, 'cancelled');
      return answer;
    });
    expect((await createIntent({ price: 2400, orderId })).body).toMatchObject({
      clientSecret: null,
      error: 'order_not_found',
    });
    const [payment] = await paymentsOf(orderId);
    expect(payment?.state).toBe('canceled');
    expect((await shop.sandbox.cards.getIntent(payment!.intent_id))?.status).toBe('canceled');
    // No payment was started in its history.
    expect(
      await shop.db
        .selectFrom('order_events')
        .select('kind')
        .where('order_id', '=', orderId)
        .execute(),
    ).toEqual([]);
  });
});

describe('confirming a payment', () => {
  test('marks the order paid once the provider confirms it, and says so again when asked again', async () => {
    const orderId = await order();
    const { clientSecret } = (await createIntent({ price: 2400, orderId })).body;
    const transactionId = intentOf(clientSecret);
    await pay(clientSecret);
    expect(await confirm(orderId, { orderId, transactionId })).toEqual({
      status: 200,
      body: { acknowledged: true },
    });
    const paid = {
      state: 'paid',
      transaction_id: transactionId,
      paid_at: shop.clock.now(),
    };
    expect(await rowOf(orderId)).toEqual(paid);
    expect(await confirm(orderId, { orderId, transactionId })).toEqual({
      status: 200,
      body: { acknowledged: true },
    });
    expect(await rowOf(orderId)).toEqual(paid);
    expect(await paymentsOf(orderId)).toEqual([
      { intent_id: transactionId, attempt: 1, amount_cents: 240_000, state: 'kept' },
    ]);
  });

  test('that has not happened changes nothing', async () => {
    const orderId = await order();
    const { clientSecret } = (await createIntent({ price: 2400, orderId })).body;
    const claim = { orderId, transactionId: intentOf(clientSecret) };
    const refused = {
      status: 409,
      body: expect.objectContaining({ acknowledged: false, error: 'payment_not_confirmed' }),
    };
    expect(await confirm(orderId, claim)).toEqual(refused);
    await pay(clientSecret, '4000000000000002');
    expect(await confirm(orderId, claim)).toEqual(refused);
    await pay(clientSecret, '4000002500003155');
    expect(await confirm(orderId, claim)).toEqual(refused);
    expect(await rowOf(orderId)).toEqual(unpaid);
  });

  test('with an invented transaction is refused without a question to the provider', async () => {
    const orderId = await order();
    const { status, body } = await confirm(orderId, {
      orderId,
      transactionId: 'pi_000000000000000000000000',
    });
    expect([status, body.acknowledged, body.error]).toEqual([422, false, 'payment_unknown']);
    expect(shop.asked).toEqual([]);
    expect(await rowOf(orderId)).toEqual(unpaid);
  });

  test("with another order's paid transaction is refused and changes neither", async () => {
    const [mine, other] = [await order(), await order()];
    const { clientSecret } = (await createIntent({ price: 2400, orderId: other })).body;
    await pay(clientSecret);
    const transactionId = intentOf(clientSecret);
    for (const state of ['unpaid', 'paid']) {
      expect((await confirm(mine, { orderId: mine, transactionId })).body).toMatchObject({
        acknowledged: false,
        error: 'payment_unknown',
      });
      expect((await rowOf(other)).state).toBe(state);
      await confirm(other, { orderId: other, transactionId });
    }
    expect(await rowOf(mine)).toEqual(unpaid);
  });

  test('of another order than the address names is refused', async () => {
    const [mine, other] = [await order(), await order()];
    const { status, body } = await confirm(mine, { orderId: other, transactionId: 'pi_1' });
    expect([status, body.acknowledged, body.error]).toEqual([422, false, 'invalid_input']);
    expect((await confirm('nonsense', { orderId: other, transactionId: 'pi_1' })).status).toBe(404);
  });
});

describe('a provider that does not answer', () => {
  const hang = () => new Promise<Response>(() => undefined);

  test('costs a page at most 3.5 s, leaves the order unpaid, and the next try succeeds', async () => {
    const orderId = await order();
    shop.faults.push(hang);
    expect(await withTimeout(3_500, createIntent({ price: 2400, orderId }))).toMatchObject({
      status: 503,
      body: { clientSecret: null, error: 'cards_unavailable' },
    });
    const { status, body } = await createIntent({ price: 2400, orderId });
    expect(status).toBe(200);
    await pay(body.clientSecret);
    const claim = { orderId, transactionId: intentOf(body.clientSecret) };
    shop.faults.push(async () => new Response('<html>', { status: 200 }));
    expect(await confirm(orderId, claim)).toMatchObject({
      status: 503,
      body: { acknowledged: false, error: 'cards_unavailable' },
    });
    expect(await rowOf(orderId)).toEqual(unpaid);
    expect((await confirm(orderId, claim)).body).toEqual({ acknowledged: true });
  });

  test('that made the payment and dropped the answer has made one', async () => {
    const orderId = await order();
    const made: string[] = [];
    const drop = async (pass: () => Promise<Response>) => {
      made.push(((await (await pass()).json()) as { id: string }).id);
      return new Response('', { status: 500 });
    };
    shop.faults.push(drop, drop);
    expect((await createIntent({ price: 2400, orderId })).status).toBe(503);
    const { body } = await createIntent({ price: 2400, orderId });
    expect(made).toEqual([intentOf(body.clientSecret), intentOf(body.clientSecret)]);
  });
});
