import { describe, expect, test } from 'vitest';
import type { Person } from '#test/harness.ts';
import { expectInvariants } from '#test/invariants.ts';
import { mailsAbout } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const tokenHours = 1000;
const owner = await shop.person('Ola', { tokenHours });
const stranger = await shop.person('Sten', { tokenHours });
const part = await samplePart(shop.db, { inStock: 1_000_000 });

const renew = (id: string, as: Person | undefined, key?: string) =>
  shop.request('POST', `/api/orders/${id}/pay-link`, {
    ...(as && { as }),
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const see = (id: string, key?: string, as?: Person) =>
  shop.request(
    'GET',
    `/api/orders/${id}${key === undefined ? '' : `?key=${key}`}`,
    as ? { as } : {},
  );
const open = (orderId: string, linkKey?: string, as?: Person) =>
  shop.request('POST', '/api/create-payment-intent', {
    body: { price: 2500, orderId, ...(linkKey && { linkKey }) },
    ...(as && { as }),
  });
const said = ({ status, body }: { status: number; body: { error?: string } }) => [
  status,
  body.error,
];
const pay = ({ body }: { body: { clientSecret: string } }) =>
  shop.sandbox.sandbox.payWithCard(body.clientSecret, { number: '4242424242424242' });

describe('a pay link', () => {
  test("is the order's id alone until its owner renews it: then the old one shows and pays nothing", async () => {
    const id = await shop.order(owner, part, 200);
    const before = await open(id);
    const { linkKey } = (await renew(id, owner)).body;
    expect(linkKey).toMatch(/^[\w-]{22}$/);
    for (const as of [undefined, stranger])
      for (const key of [undefined, 'guessed', linkKey.toUpperCase()]) {
        expect(said(await see(id, key, as))).toEqual([410, 'pay_link_renewed']);
        expect(said(await open(id, key, as))).toEqual([410, 'pay_link_renewed']);
      }
    // The secret that somebody got by the old link has ended with it.
    expect(await pay(before)).toBe('payment_intent_unexpected_state');

    expect((await see(id, linkKey)).body).toMatchObject({ _id: id, total: 2500 });
    expect((await see(id, undefined, owner)).body).toMatchObject({ _id: id, email: owner.email });
    expect((await open(id, undefined, owner)).status).toBe(200);
    expect(await pay(await open(id, linkKey))).toBe('succeeded');
  });

  test('stops being the last one when it is renewed again; pressed twice with one key it is renewed once', async () => {
    const id = await shop.order(owner, part, 200);
    const first = (await renew(id, owner, 'press-1')).body;
    expect((await renew(id, owner, 'press-1')).body).toEqual(first);
    const second = (await renew(id, owner, 'press-2')).body;
    expect(second.linkKey).not.toBe(first.linkKey);
    expect([(await see(id, first.linkKey)).status, (await see(id, second.linkKey)).status]).toEqual(
      [410, 200],
    );
    const { order, events } = (
      await shop.request('GET', `/api/orders/${id}/history`, { as: owner })
    ).body;
    expect(order.linkKey).toBe(second.linkKey);
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual([
      'placed',
      'link_renewed',
      'link_renewed',
    ]);
  });

  test('is renewed by its owner alone, and never of an order that is paid or gone', async () => {
    const id = await shop.order(owner, part, 200);
    expect(said(await renew(id, undefined))).toEqual([401, 'sign_in_required']);
    expect(said(await renew(id, stranger))).toEqual([404, 'order_not_found']);
    const paid = await shop.order(owner, part, 200);
    await shop.pay(owner, paid);
    expect(said(await renew(paid, owner))).toEqual([409, 'order_paid']);
    await shop.request('DELETE', `/api/order?id=${id}`, { as: owner });
    expect(said(await renew(id, owner))).toEqual([404, 'order_not_found']);
  });

  test('renewed while the payment goes through leaves the order paid', async () => {
    const id = await shop.order(owner, part, 200);
    await pay(await open(id));
    expect(said(await renew(id, owner))).toEqual([409, 'order_paid']);
    expect((await see(id, undefined, owner)).body).toMatchObject({ paid: true });
  });

  test('goes out with its key in the mails that follow', async () => {
    const id = await shop.order(owner, part, 200);
    const { linkKey } = (await renew(id, owner)).body;
    shop.clock.advance(71 * 3_600_000);
    await shop.everyMinute();
    const [reminder] = await mailsAbout(shop.db, `%reminder%${id}`);
    expect(reminder?.text).toContain(`/payment/${id}/${linkKey}`);
  });
});

describe('the pay link of one of several orders that are being paid together', () => {
  const together = (orderIds: readonly string[]) =>
    shop.request('POST', '/api/create-payment-intent', {
      body: { price: orderIds.length * 2500, orderIds },
      as: owner,
    });
  const ordered = () => Promise.all(Array.from({ length: 3 }, () => shop.order(owner, part, 200)));
  const arePaid = (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await see(id, undefined, owner)).body.paid));

  test('pays that one alone: their payment ends, and the others are paid without it', async () => {
    const [first = '', ...others] = await ordered();
    const all = await together([first, ...others]);
    expect(all.status).toBe(200);
    expect(await pay(await open(first, undefined, stranger))).toBe('succeeded');
    await shop.sandbox.sendEvents();
    expect(await pay(all)).toBe('payment_intent_unexpected_state');
    expect(await arePaid([first, ...others])).toEqual([true, false, false]);
    expect(said(await together([first, ...others]))).toEqual([409, 'order_paid']);
    expect(await pay(await together(others))).toBe('succeeded');
    await shop.sandbox.sendEvents();
    expect(await arePaid(others)).toEqual([true, true]);
    await expectInvariants(shop);
  });

  test('is renewed: their payment ends, the old link pays nothing, and the owner pays them together again', async () => {
    const orders = await ordered();
    const [first = ''] = orders;
    const all = await together(orders);
    const before = await open(first);
    const again = await together(orders);
    expect((await renew(first, owner)).status).toBe(200);
    for (const payment of [all, before, again])
      expect(await pay(payment)).toBe('payment_intent_unexpected_state');
    expect(said(await open(first))).toEqual([410, 'pay_link_renewed']);
    expect(await pay(await together(orders))).toBe('succeeded');
    await shop.sandbox.sendEvents();
    expect(await arePaid(orders)).toEqual([true, true, true]);
    await expectInvariants(shop);
  });
});
