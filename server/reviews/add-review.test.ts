import { describe, expect, it } from 'vitest';
import type { Person } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const [ana, ben] = [await shop.person('Ana Duarte'), await shop.person('Ben Okafor')];
const disc = await samplePart(shop.db, { inStock: 5000 });
const transactionId = await shop.pay(ana, await shop.order(ana, disc, 200));

const review = (as: Person | undefined, change: Record<string, unknown> = {}) =>
  shop.request('POST', '/api/reviews', {
    ...(as ? { as } : {}),
    body: {
      name: 'Somebody Else',
      email: 'x@example.com',
      productName: 'x',
      productId: disc,
      transactionId,
      rating: 5,
      message: 'Fits.',
      ...change,
    },
  });
const orderPaidBy = async (transaction: string) => {
  const orders = (await shop.request('GET', `/api/orders?email=${ana.email}`, { as: ana }))
    .body as {
    _id: string;
    transactionId: string;
  }[];
  return orders.find((order) => order.transactionId === transaction)?._id ?? '';
};
const all = async () => (await shop.request('GET', '/api/review')).body;

describe('reviewing', () => {
  it.each([
    ['a rating of 0', { rating: 0 }],
    ['a rating of 6', { rating: 6 }],
    ['half a star', { rating: 4.5 }],
    ['no rating', { rating: undefined }],
    ['no message', { message: '  ' }],
    ['a message of 2001 characters', { message: 'x'.repeat(2001) }],
  ])('refuses %s', async (_words, fault) => {
    const refused = await review(ana, fault);
    expect([refused.status, refused.body.acknowledged, refused.body.error]).toEqual([
      422,
      false,
      'invalid_input',
    ]);
  });

  it("refuses guests, somebody else's transaction, an invented one, and an unpaid order", async () => {
    const unpaid = await shop.order(ana, disc, 200);
    const refusals = [
      await review(undefined),
      await review(ben),
      await review(ana, { transactionId: 'pi_invented' }),
      await review(ana, { transactionId: unpaid }),
      await review(ana, { productId: '00000000-0000-4000-8000-000000000000' }),
    ];
    expect(refusals.map((answer) => [answer.status, answer.body.error])).toEqual([
      [401, 'sign_in_required'],
      [404, 'order_not_found'],
      [404, 'order_not_found'],
      [404, 'order_not_found'],
      [404, 'order_not_found'],
    ]);
    expect(await all()).toEqual([]);
  });

  it("shows the review under the account's name, without e-mail or transaction", async () => {
    const added = await review(ana, { message: 'Fits.\nEvery one of <b>200</b>.' });

    expect([added.status, added.body]).toEqual([200, { acknowledged: true }]);
    expect(await all()).toEqual([
      {
        _id: expect.any(String),
        name: 'Ana Duarte',
        rating: 5,
        message: 'Fits.\nEvery one of <b>200</b>.',
        productId: disc,
        productName: 'Brake disc, front, vented 300 mm',
        createdAt: shop.clock.now().toISOString(),
      },
    ]);
  });

  it('edits the review of the same order instead of adding a second', async () => {
    const [before] = await all();
    shop.clock.advance(60_000);
    await review(ana, { rating: '2', message: 'One of them was rusty.' });

    expect(await all()).toEqual([{ ...before, rating: 2, message: 'One of them was rusty.' }]);
  });

  it('tells whose order it is what they wrote about it, and that they wrote nothing yet', async () => {
    const written = async (order: string) =>
      (await shop.request('GET', `/api/orders/${order}/history`, { as: ana })).body.review;
    const [later, reviewed] = [await shop.order(ana, disc, 200), await orderPaidBy(transactionId)];

    expect([await written(reviewed), await written(later)]).toEqual([
      { rating: 2, message: 'One of them was rusty.', fits: [] },
      null,
    ]);
  });
});

describe('two orders of a part that were paid together', () => {
  /** The older of both, the younger, and what paid them. */
  async function paidTogether() {
    const older = await shop.order(ana, disc, 200);
    shop.clock.advance(1000);
    const younger = await shop.order(ana, disc, 200);
    const body = { price: 5000, orderIds: [older, younger] };
    const opened = await shop.request('POST', '/api/create-payment-intent', { as: ana, body });
    const clientSecret: string = opened.body.clientSecret;
    await shop.sandbox.sandbox.payWithCard(clientSecret, { number: '4242424242424242' });
    await shop.sandbox.sendEvents();
    return { older, younger, transaction: clientSecret.split('_secret_')[0] };
  }
  const written = async (order: string) =>
    (await shop.request('GET', `/api/orders/${order}/history`, { as: ana })).body.review?.message;

  it('have a review each where the order is named, and else the older one has it', async () => {
    const { older, younger, transaction } = await paidTogether();
    const tell = (message: string, named: object = {}) =>
      review(ana, { transactionId: transaction, message, ...named });

    await tell('Of no named one.');
    expect([await written(older), await written(younger)]).toEqual(['Of no named one.', undefined]);
    await tell('The younger.', { orderId: younger });
    await tell('The older.', { orderId: older });
    expect([await written(older), await written(younger)]).toEqual(['The older.', 'The younger.']);
  });

  it('are refused where the named order is not of the caller, the transaction or the part', async () => {
    const { older, transaction } = await paidTogether();
    const sent = { transactionId: transaction, orderId: older };
    const unpaid = await shop.order(ana, disc, 200);
    const refusals = [
      await review(ben, sent),
      await review(ana, { ...sent, transactionId }),
      await review(ana, { ...sent, productId: await samplePart(shop.db) }),
      await review(ana, { ...sent, orderId: unpaid }),
      await review(ana, { ...sent, orderId: await orderPaidBy(transactionId) }),
    ];
    expect(refusals.map(({ status, body }) => [status, body.error])).toEqual(
      refusals.map(() => [404, 'order_not_found']),
    );
  });
});

it('the reviews of a part are none until there are some, stay when it is deleted, and are refused of no part', async () => {
  const bare = await samplePart(shop.db);
  const reviewsOf = (id: string) => shop.request('GET', `/api/review?productId=${id}`);
  expect(await reviewsOf(bare)).toMatchObject({ status: 200, body: [] });
  const admin = await shop.person('Ada Admin', { role: 'admin' });
  await shop.request('DELETE', `/api/part/${bare}`, { as: admin });
  expect(await reviewsOf(bare)).toMatchObject({ status: 200, body: [] });
  expect(await reviewsOf(ana.userId)).toMatchObject({
    status: 404,
    body: { error: 'part_not_found' },
  });
});
