import type { OrderPlaced } from '#contract/orders.ts';
import type { PartDetail } from '#contract/parts.ts';
import { texts } from '#contract/texts.ts';
import { ApiError, mayBeDone, type ApiErrorCode } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { typedText } from '#web/ui/typed-text.ts';
import type { FieldErrors } from '#web/ui/use-form.ts';
import type { OrderDraft } from './order-draft.ts';
import { typedQuantity } from './quantity-advice.ts';

/** A placed order, at the shop's price in dollars. */
export interface PlacedOrder extends OrderPlaced {
  readonly kind: 'placed';
  readonly quantity: number;
}

/** A refused order; `used` when an earlier request with the same key had placed one. */
export interface RefusedOrder {
  readonly kind: 'refused' | 'used';
  readonly code: ApiErrorCode;
  readonly message: string;
  /** It may have been made: no answer says how it went. */
  readonly mayBeMade: boolean;
  /** Pieces in stock now, if that is the reason. */
  readonly available: number | undefined;
  /** Valid quantities beside the wanted one, if it is none. */
  readonly nearest: readonly number[];
  /** The limit of unpaid orders that was reached, and when another order is possible. */
  readonly full:
    | { readonly limit: 'account' | 'network'; readonly most: number; readonly roomAt: string }
    | undefined;
}

/** The error text of each invalid field. */
export type OrderErrors = FieldErrors<keyof OrderDraft>;

/** The outcome of 'Purchase Now'. */
export type OrderOutcome =
  | PlacedOrder
  | RefusedOrder
  | { readonly kind: 'invalid'; readonly errors: OrderErrors };

/** The form's values. */
export function typedOrder(form: FormData): OrderDraft {
  return {
    address: typedText(form, 'address'),
    phone: typedText(form, 'phone'),
    quantity: typedText(form, 'quantity'),
  };
}

/**
 * Sends the order once per key and says how it turned out. The success toast is Spec §8's; a refused order shows no
 * toast of its own ('Login Expired' comes from the call itself).
 */
export async function submitOrder(productId: string, form: FormData): Promise<OrderOutcome> {
  const text = (field: string) => typedText(form, field);
  const { address, phone, quantity: typed } = typedOrder(form);
  const quantity = typedQuantity(typed);
  const body = {
    // Spec §7 sends these copies; the server uses its own values.
    productId,
    productName: text('productName'),
    price: Number(text('price')),
    image: text('image'),
    name: text('name'),
    email: text('email'),
    address,
    phone,
    quantity,
  };
  try {
    const placed = await call('placeOrder', { body }, { idempotencyKey: text('key') });
    toastSuccess(texts.orderPlaced);
    return { ...placed, kind: 'placed', quantity };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refusedOrder(error, quantity);
  }
}

/** Why this quantity was not ordered. */
export function refusedOrder(error: ApiError, quantity: number): RefusedOrder {
  const { code, message, body } = error;
  const { available, nearest } = body;
  const isShort = typeof available === 'number' && available < quantity;
  return {
    kind: code === 'key_reused' ? 'used' : 'refused',
    code,
    message,
    mayBeMade: mayBeDone(error),
    available: isShort ? available : undefined,
    nearest: Array.isArray(nearest) ? nearest.filter((one) => typeof one === 'number') : [],
    full: fullIn(body),
  };
}

function fullIn({ limit, most, roomAt }: Readonly<Record<string, unknown>>): RefusedOrder['full'] {
  if (
    (limit !== 'account' && limit !== 'network') ||
    typeof most !== 'number' ||
    typeof roomAt !== 'string'
  )
    return undefined;
  return { limit, most, roomAt };
}

/** The part's current state; undefined when it cannot be loaded. */
export async function partNow(id: string): Promise<PartDetail | undefined> {
  return call('getPart', { params: { id } }).catch(() => undefined);
}
