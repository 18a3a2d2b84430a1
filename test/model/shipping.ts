import { expect } from 'vitest';
import { giveBack, promise, type ModelOrder } from './model.ts';
import { priceCents, type Setting } from './setting.ts';
import type { Step } from './steps.ts';

const left = (order: ModelOrder): number => order.quantity - order.shipped - order.dropped;

/** Nothing of it may be shipped any more: all money went back. */
const isRefunded = (order: ModelOrder): boolean =>
  order.refundedCents >= order.totalCents || order.dropped === order.quantity;

/** An admin ships pieces of an order, or all that is left by the specified call. */
export async function ship(
  { shop, admin }: Setting,
  order: ModelOrder,
  { pieces }: Step & { kind: 'ship' },
): Promise<void> {
  const { status } =
    pieces === 'all'
      ? await shop.request('PATCH', `/api/order/${order.id}`, {
          as: admin,
          body: { status: 'shipped' },
        })
      : await shop.request('POST', `/api/orders/${order.id}/shipments`, {
          as: admin,
          body: { quantity: pieces },
        });
  if (order.phase === 'cancelled') return expect(status, 'shipping').toBe(404);
  if (pieces === 'all' && order.phase === 'shipped') return expect(status, 'again').toBe(200);
  if (order.phase === 'unpaid' || isRefunded(order)) return expect(status, 'shipping').toBe(409);
  const wanted = pieces === 'all' ? left(order) : pieces;
  if (wanted > left(order)) return expect(status, 'shipping too many').toBe(422);
  expect(status, 'shipping').toBe(pieces === 'all' ? 200 : 201);
  order.shipped += wanted;
  if (left(order) === 0) order.phase = 'shipped';
}

/** An admin refunds pieces that will not be shipped. */
export async function refundPieces(
  { shop, admin, model, controls }: Setting,
  order: ModelOrder,
  { pieces, restock }: Step & { kind: 'refund-pieces' },
): Promise<void> {
  const { status } = await shop.request('POST', `/api/order/${order.id}/refund`, {
    as: admin,
    body: { pieces, reason: 'model', restock },
  });
  if (order.phase === 'unpaid' || order.phase === 'cancelled')
    return expect(status, 'refunding').toBe(order.phase === 'cancelled' ? 404 : 409);
  const cents = pieces * priceCents;
  const fits = pieces <= left(order) && cents <= order.totalCents - order.refundedCents;
  expect(status, 'refunding pieces').toBe(fits ? 200 : 422);
  if (!fits) return;
  order.dropped += pieces;
  promise(order, cents);
  if (restock) putOnSale(model, order, pieces);
  if (order.shipped > 0 && left(order) === 0) order.phase = 'shipped';
  giveBack(order, controls.provider);
}

/** Pieces of an order that may be sold again. When that are all of them, its money is not counted again. */
export function putOnSale(model: Setting['model'], order: ModelOrder, pieces: number): void {
  order.restocked += pieces;
  order.isRestocked =
    pieces > 0 && order.restocked === order.quantity && order.refundedCents === order.totalCents;
  model.stock[order.part] = (model.stock[order.part] ?? 0) + pieces;
}
