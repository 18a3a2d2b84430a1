import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { openPayment } from '#test/open-payment.ts';
import { usePaymentShop, type Fault } from '#test/payment-shop.ts';
import { reconcilePayments } from './reconcile-payments.ts';

const shop = await usePaymentShop();
beforeEach(async () => {
  // Every test asks about its own payments only.
  await shop.db
    .updateTable('payments')
    .set({ state: 'canceled' })
    .where('state', '=', 'open')
    .execute();
});

/** Orders whose money has moved without a message. */
async function paidUnnoticed(count: number) {
  const open: Awaited<ReturnType<typeof openPayment>>[] = [];
  for (let made = 0; made < count; made += 1) open.push(await openPayment(shop));
  for (const { pay } of open) await pay();
  shop.clock.advance(60_000);
  shop.asked.length = 0;
  return { states: async () => Promise.all(open.map(({ state }) => state())) };
}

const fails: Fault = async () => new Response('', { status: 403 });
const count = (states: string[], state: string) => states.filter((one) => one === state).length;

describe('the reconciler', () => {
  test('asks about four payments at once: hundreds are through within a minute', async () => {
    const { states } = await paidUnnoticed(10);
    let [asking, most] = [0, 0];
    const slow: Fault = async (pass) => {
      most = Math.max(most, (asking += 1));
      await sleep(50);
      return pass().finally(() => (asking -= 1));
    };
    shop.faults.push(...Array.from({ length: 10 }, () => slow));
    await reconcilePayments(shop);
    expect([most, count(await states(), 'paid')]).toEqual([4, 10]);
  });

  test('settles the others when the provider never answers about one', async () => {
    const { states } = await paidUnnoticed(6);
    shop.faults.push(fails);
    await reconcilePayments(shop);
    expect(count(await states(), 'paid')).toBe(5);
    shop.clock.advance(60_000);
    await reconcilePayments(shop);
    expect(count(await states(), 'paid')).toBe(6);
  });

  test('goes on to the next fifty when the provider answered about one of them', async () => {
    const { states } = await paidUnnoticed(52);
    shop.faults.push(...Array.from({ length: 49 }, () => fails));
    await reconcilePayments(shop);
    expect([shop.asked.length, count(await states(), 'paid')]).toEqual([52, 3]);
  });

  test('asks a provider that answers nothing about fifty payments, and then in the next minute again', async () => {
    const { states } = await paidUnnoticed(55);
    shop.faults.push(...Array.from({ length: 55 }, () => fails));
    await reconcilePayments(shop);
    expect([shop.asked.length, count(await states(), 'paid')]).toEqual([50, 0]);
    shop.faults.length = 0;
    shop.clock.advance(60_000);
    await reconcilePayments(shop);
    expect(count(await states(), 'paid')).toBe(55);
  });
});
