import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hourMs, minuteMs } from '#contract/durations.ts';
import { openPayment, byGuest } from '#test/open-payment.ts';
import { usePaymentShop } from '#test/payment-shop.ts';
import { createPaymentIntent } from './create-payment-intent.ts';
import { reconcilePayments } from './reconcile-payments.ts';

/** More than one round asks about. */
const abandoned = 1_100;

const shop = await usePaymentShop();

/** A minute later: how many questions the round asked. */
async function round(laterMs = minuteMs): Promise<number> {
  shop.clock.advance(laterMs);
  shop.asked.length = 0;
  await reconcilePayments(shop);
  return shop.asked.length;
}

/** Orders with an open payment, here and at the provider, that nobody came back to. */
async function abandonLike({ intentId }: { intentId: string }): Promise<void> {
  const { db } = shop;
  const many = sql`generate_series(1, ${abandoned}::int) at`;
  const idOf = sql`('00000000-0000-4000-8000-' || lpad(at::text, 12, '0'))`;
  await sql`
    insert into orders select (jsonb_populate_record(orders, jsonb_build_object('id', ${idOf}))).*
    from payments join orders on orders.id = order_id, ${many} where intent_id = ${intentId}`.execute(
    db,
  );
  await sql`
    insert into payments
    select (jsonb_populate_record(payment, jsonb_build_object('intent_id', 'pi_abandoned' || at, 'order_id', ${idOf}))).*
    from payments payment, ${many} where intent_id = ${intentId}`.execute(db);
  await sql`
    insert into card_sandbox.payment_intents
    select (jsonb_populate_record(intent, jsonb_build_object(
      'id', 'pi_abandoned' || at, 'metadata', metadata || jsonb_build_object('order_id', ${idOf})))).*
    from card_sandbox.payment_intents intent, ${many} where intent.id = ${intentId}`.execute(db);
}

test('more open payments than one round asks about are looked after in time: those that were wanted last come first, old ones ever more rarely', async () => {
  const old = await openPayment(shop);
  await abandonLike(old);
  shop.clock.advance(24 * hourMs);

  // Whoever pays now is found with the next round, however many wait; so is whoever comes back after a day.
  const fresh = await openPayment(shop);
  await createPaymentIntent(shop, { price: 2400, orderId: old.orderId }, byGuest);
  await fresh.pay();
  await old.pay();
  expect(await round()).toBe(1_000);
  expect([await fresh.state(), await old.state()]).toEqual(['paid', 'paid']);

  // The rest has been asked about a round later, and is left alone for a tenth of its age.
  expect([await round(), await round(), await round(30 * minuteMs)]).toEqual([
    abandoned + 2 - 1_000,
    0,
    0,
  ]);
  await sql`update card_sandbox.payment_intents set status = 'succeeded' where id = 'pi_abandoned7'`.execute(
    shop.db,
  );
  for (const later of [2.5 * hourMs, minuteMs]) await round(later);
  const { state } = await shop.db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('orders.state')
    .where('intent_id', '=', 'pi_abandoned7')
    .executeTakeFirstOrThrow();
  expect(state).toBe('paid');
}, 120_000);
