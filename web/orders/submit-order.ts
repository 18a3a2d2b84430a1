import type { PartDetail } from '#contract/parts.ts';
import { texts } from '#contract/texts.ts';
import { ApiError, type ApiErrorCode } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { toastSuccess } from '#web/ui/toasts.tsx';

/** One press of 'Purchase Now'. */
export interface OrderToSend {
  readonly part: PartDetail;
  readonly name: string;
  readonly email: string;
  readonly address: string;
  readonly phone: string;
  readonly quantity: number;
}

/** An order that was made, at the shop's price in dollars. */
export interface PlacedOrder {
  readonly kind: 'placed';
  readonly id: string;
  readonly quantity: number;
  readonly price: number;
  readonly total: number;
  readonly priceChanged: boolean;
  readonly heldUntil: string;
}

/** An order that was not made. */
export interface RefusedOrder {
  readonly kind: 'refused';
  readonly code: ApiErrorCode;
  readonly message: string;
  /** Pieces in stock now, where their number is the reason. */
  readonly available: number | undefined;
  /** Whose unpaid orders are too many, how many they may have, and when there is room again. */
  readonly full:
    | { readonly limit: 'account' | 'network'; readonly most: number; readonly roomAt: string }
    | undefined;
}

/**
 * Sends the order once per key and says how it turned out. The success toast is Spec §8's; a refused order shows no
 * toast of its own ('Login Expired' comes from the call itself).
 */
export async function submitOrder(
  { part, ...customer }: OrderToSend,
  idempotencyKey: string,
): Promise<PlacedOrder | RefusedOrder> {
  const { quantity } = customer;
  const copies = {
    productId: part._id,
    productName: part.name,
    price: part.price,
    image: part.image,
  };
  try {
    const { insertedId, price, total, priceChanged, heldUntil } = await call(
      'placeOrder',
      { body: { ...copies, ...customer } },
      { idempotencyKey },
    );
    toastSuccess(texts.orderPlaced);
    return {
      kind: 'placed',
      id: insertedId,
      quantity,
      price,
      total,
      priceChanged: priceChanged === true,
      heldUntil,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, body } = error;
    return {
      kind: 'refused',
      code,
      message,
      available: numberIn(body['available']),
      full: fullIn(body),
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
