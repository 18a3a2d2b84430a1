import type { OrderPlaced } from '#contract/orders.ts';
import type { PartDetail } from '#contract/parts.ts';
import { texts } from '#contract/texts.ts';
import { ApiError, type ApiErrorCode } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';
import { typedText } from '#web/ui/typed-text.ts';
import type { FieldErrors } from '#web/ui/use-form.ts';
import type { OrderDraft } from './order-draft.ts';
import { typedQuantity } from './quantity-advice.ts';

/** An order that was made, as the shop answered, at the shop's price in dollars. */
export interface PlacedOrder extends OrderPlaced {
  readonly kind: 'placed';
  readonly quantity: number;
}

/** An order that was not made; `used` when an earlier press had made one. */
export interface RefusedOrder {
  readonly kind: 'refused' | 'used';
  readonly code: ApiErrorCode;
  readonly message: string;
  /** Pieces in stock now, where their number is the reason. */
  readonly available: number | undefined;
  /** Whose unpaid orders are too many, how many they may have, and when there is room again. */
  readonly full:
    | { readonly limit: 'account' | 'network'; readonly most: number; readonly roomAt: string }
    | undefined;
}

/** The sentence beside each field that cannot be taken. */
export type OrderErrors = FieldErrors<keyof OrderDraft>;

/** How a press of 'Purchase Now' turned out. */
export type OrderOutcome =
  | PlacedOrder
  | RefusedOrder
  | { readonly kind: 'invalid'; readonly errors: OrderErrors };

/** What stands in the form. */
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
    // The copies travel as Spec §7 has it; the shop uses its own.
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
    return {
      kind: error.code === 'key_reused' ? 'used' : 'refused',
      code: error.code,
      message: error.message,
      available: numberIn(error.body['available']),
      full: fullIn(error.body),
    };
  }
}

function numberIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
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

/** The part as the shop has it now; undefined when it cannot be had. */
export async function partNow(id: string): Promise<PartDetail | undefined> {
  return call('getPart', { params: { id } }).catch(() => undefined);
}
