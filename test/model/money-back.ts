import { expect } from 'vitest';
import { hourMs } from '#contract/durations.ts';
import { giveBack, hear, promise, type ModelOrder } from './model.ts';
import type { Setting } from './setting.ts';
import { putOnSale } from './shipping.ts';
import type { Step } from './steps.ts';

/** An admin refunds an order in the shop. */
export async function refund(
  { shop, admin, model, controls }: Setting,
  order: ModelOrder,
  { percent, restock }: Step & { kind: 'refund' },
): Promise<void> {
  const left = order.totalCents - order.refundedCents;
  const cents = Math.max(1, Math.round((left * percent) / 100));
  const body = { amount: cents / 100, reason: 'model', restock };
  const { status } = await shop.request('POST', `/api/order/${order.id}/refund`, {
    as: admin,
    body,
  });
  if (order.phase === 'unpaid' || order.phase === 'cancelled')
    return expect(status, 'refunding').toBe(order.phase === 'cancelled' ? 404 : 409);
  const fits = cents <= left && (!restock || cents === left);
  expect(status, 'refunding').toBe(fits ? 200 : 422);
  if (!fits) return;
  order.isOfPieces = false;
  promise(order, cents);
  if (restock) putOnSale(model, order, order.quantity - order.restocked);
  giveBack(order, controls.provider);
}

/** Somebody refunds an order in the provider's own dashboard. */
export async function refundElsewhere(
  { shop, controls }: Setting,
  order: ModelOrder,
  { percent, told }: Step & { kind: 'dashboard' },
): Promise<void> {
  const left = order.totalCents - order.backCents;
  if ((order.phase !== 'paid' && order.phase !== 'shipped') || left === 0) return;
  const cents = Math.max(1, Math.round((left * percent) / 100));
  const row = await shop.db
    .selectFrom('orders')
    .select('transaction_id')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  controls.hearsEvents = told === 'webhook';
  await shop.sandbox.sandbox.dashboard.refund(row.transaction_id ?? '', cents);
  await shop.sandbox.sendEvents();
  controls.hearsEvents = false;
  order.isOfPieces = false;
  order.backCents += cents;
  order.unheard.push(cents);
  if (told === 'webhook' && controls.provider === 'well') hear(order);
}

/** The minutely work on a paid order, in the model. */
export function afterwards({ shop, controls: { provider } }: Setting, order: ModelOrder): void {
  giveBack(order, provider);
  if (order.phase !== 'paid' && order.phase !== 'shipped') return;
  const now = shop.clock.now().getTime();
  if (now - order.lookedAt < hourMs) return;
  order.lookedAt = now;
  if (provider === 'well') hear(order);
}
