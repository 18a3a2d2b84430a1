import { leftToShip } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { isTrackingLink } from '#contract/tracking-link.ts';
import { texts } from '#contract/texts.ts';
import { call } from '#web/api/call.ts';
import { endKeptKey } from '#web/api/kept-keys.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { takeStep } from '#web/ui/take-step.ts';
import { dismissToasts, toastSuccess } from '#web/ui/toasts.tsx';
import { typedText } from '#web/ui/typed-text.ts';
import type { FieldErrors } from '#web/ui/use-form.ts';

/** The title of its dialog. */
export const shipTitle = 'Confirm Order Approve';

/** What an admin typed of a shipment. */
export interface TypedShipment {
  readonly quantity: string;
  readonly carrier: string;
  readonly trackingNumber: string;
  readonly trackingLink: string;
}

/** The outcome of shipping. */
export type ShipOutcome =
  | StepOutcome
  | { readonly kind: 'invalid'; readonly errors: FieldErrors<keyof TypedShipment> };

/** The form's values. */
export function typedShipment(form: FormData): TypedShipment {
  const text = (name: keyof TypedShipment) => typedText(form, name).trim();
  return {
    quantity: text('quantity'),
    carrier: text('carrier'),
    trackingNumber: text('trackingNumber'),
    trackingLink: text('trackingLink'),
  };
}

/** The errors of a shipment when `left` pieces are left to ship; undefined when there are none. */
export function shipmentErrors(
  { quantity, trackingLink }: TypedShipment,
  left: number,
): FieldErrors<keyof TypedShipment> | undefined {
  const errors: { -readonly [K in keyof TypedShipment]?: string } = {};
  if (!/^\d{1,9}$/.test(quantity) || Number(quantity) === 0)
    errors.quantity = 'Must be a whole number of pieces';
  else if (Number(quantity) > left) errors.quantity = `At most ${left} are left to ship`;
  if (trackingLink !== '' && !isTrackingLink(trackingLink))
    errors.trackingLink = 'Must begin with https://';
  return Object.keys(errors).length === 0 ? undefined : errors;
}

/** The question of its dialog. */
export function shipQuestion(order: Order, pieces: number): string {
  const { productName, name, email } = order;
  const rest = leftToShip(order) - pieces;
  return `Are ${pieces} × ${productName} on their way to ${name || email}? ${
    rest > 0 ? `Then ${rest} are left to ship.` : 'The customer then sees the order as shipped.'
  }`;
}

const madeAlready = 'This shipment was made already. Ship once more for another one.';
const madeBefore =
  'Not shipped: the shipment before was made. Look at what is left, and ship once more for another one.';

/** Ships pieces of a paid order and says so (Spec §8). The key is kept for the order, so sending it twice makes one shipment. `before`: pieces that the page showed as left. */
export async function shipOrder(
  id: string,
  { quantity, ...tracking }: TypedShipment,
  { idempotencyKey, before }: { readonly idempotencyKey: string; readonly before: number },
): Promise<StepOutcome> {
  dismissToasts();
  const body = { quantity: Number(quantity), ...tracking };
  let left = 0;
  const ship = async () => {
    const made = await call('shipPieces', { params: { id }, body }, { idempotencyKey });
    left = made.left;
  };
  const outcome = await takeStep(ship, id, 'Not shipped.');
  if (outcome.kind === 'done' || outcome.kind === 'used') endKeptKey('shipment', id);
  if (outcome.kind === 'used') return { ...outcome, sentence: madeBefore };
  if (outcome.kind !== 'done') return outcome;
  if (left >= before) toastSuccess(madeAlready);
  else toastSuccess(left === 0 ? texts.orderShipped : `Shipped, ${left} are left to ship`);
  return outcome;
}
