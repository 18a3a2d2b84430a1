import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordTrips } from '#test/recorded-statements.ts';
import { cardEventsPath } from '#server/payments/card-events.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { payInBrowser } from '#test/payment-shop.ts';
import { samplePart } from '#test/samples.ts';

/** They are sent with statements, and do nothing by themselves. */
const ends = new Set(['begin', 'commit']);

describe.each(engines)('what the shop asks the database (%s)', (engine) => {
  let shop: TestShop;
  let ana: Person;
  let disc: string;
  /** The card provider works, which is in this process and has the same database. */
  let isProviders = false;
  const messages: [string, string][] = [];

  beforeAll(async () => {
    shop = await startShop({
      database: await databaseOn(engine),
      hears: (...message) => {
        messages.push(message);
        return false;
      },
      through: (fetch) => async (input, init) => {
        isProviders = true;
        return fetch(input, init).finally(() => (isProviders = false));
      },
    });
    ana = await shop.person('Ana Duarte');
    await shop.person('Adam', { role: 'admin' });
    disc = await samplePart(shop.db, { inStock: 10_000 });
  });
  afterAll(() => shop.close());

  /** The first word of each statement, by round trip. */
  async function trips(work: () => Promise<unknown>): Promise<string[][]> {
    const sent = await recordTrips(work, () => isProviders);
    // Its events are delivered whenever they are due.
    const own = sent.filter((trip) => !trip.some(({ text }) => text.includes('card_sandbox')));
    return own.map((trip) => trip.map(({ text }) => /\w+/.exec(text)?.[0] ?? ''));
  }

  it('for an order: two round trips, and the pieces are taken with the commit', async () => {
    expect(await trips(() => shop.order(ana, disc, 200))).toEqual([
      ['begin', 'select', 'select', 'select'],
      ['with', 'commit'],
    ]);
  });

  it('for a list of parts, and for a part with all that stands beside it: one statement', async () => {
    expect(await trips(() => shop.request('GET', '/api/parts?limit=6'))).toEqual([['select']]);
    const path = `/api/parts/${disc}`;
    expect(await trips(() => shop.request('GET', path))).toEqual([['select']]);
  });

  /** Opens the payment of an order and answers its secret. */
  async function opened(orderId: string, price: number): Promise<string> {
    const sent = { as: ana, key: orderId, body: { price, orderId } };
    const { body } = await shop.request('POST', '/api/create-payment-intent', sent);
    return body.clientSecret;
  }

  /** The provider's message that the money has come. */
  async function hear(): Promise<void> {
    const [payload = '', signature = ''] =
      messages.find(([body]) => body.includes('payment_intent.succeeded')) ?? [];
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const url = cardEventsPath;
    const heard = await shop.app.inject({ method: 'POST', url, headers, payload });
    expect(heard.statusCode).toBe(200);
  }

  it('from order to paid: ten round trips, eighteen statements, and a commit for each step', async () => {
    // Without other orders, whose holds would be lengthened.
    ana = await shop.person('Ana Duarte');
    let [orderId, clientSecret] = ['', ''];
    const order = await trips(async () => {
      orderId = await shop.order(ana, disc, 200);
    });
    const { total } = (await shop.request('GET', `/api/orders/${orderId}`)).body;
    const intent = await trips(async () => {
      clientSecret = await opened(orderId, total);
    });
    await payInBrowser(shop.app, { clientSecret, number: '4242424242424242' });
    await expect.poll(() => messages.length).toBeGreaterThan(0);
    const message = await trips(hear);
    const patch = await trips(async () => {
      const body = { orderId, transactionId: clientSecret.split('_secret_')[0] };
      const paid = await shop.request('PATCH', `/api/orders/${orderId}`, { as: ana, body });
      expect([paid.status, paid.body]).toEqual([200, { acknowledged: true }]);
    });
    const steps = [order, intent, message, patch];
    expect(steps.map((step) => step.length)).toEqual([2, 3, 3, 2]);
    const own = steps.map((step) => step.flat().filter((word) => !ends.has(word)));
    expect(own.map(({ length }) => length)).toEqual([4, 6, 6, 2]);
    const commits = steps.map((step) => step.flat().filter((word) => word === 'commit'));
    expect(commits.map(({ length }) => length)).toEqual([1, 1, 1, 0]);
    // None of them is begun or ended by itself.
    expect(steps.flat().map((trip) => trip.join())).not.toContain('commit');
    expect(steps.flat().map((trip) => trip.join())).not.toContain('begin');
  });
});
