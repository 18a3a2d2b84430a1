import type { Stripe } from 'stripe';

/** HTTP status and JSON body. */
export interface WireReply {
  readonly status: number;
  readonly body: unknown;
}

/** The part of Stripe's error object that the sandbox uses. */
interface WireError {
  readonly type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly charge?: string;
  readonly payment_intent?: Stripe.PaymentIntent;
}

/** Refuses a call and rolls its transaction back: nothing is stored, not even its idempotency key. */
export class WireRefusal extends Error {
  override readonly name = 'WireRefusal';
  readonly reply: WireReply;

  constructor(status: number, error: WireError) {
    super(error.message);
    this.reply = errorReply(status, error);
  }
}

/** An error as Stripe sends it. */
export function errorReply(status: number, error: WireError): WireReply {
  return { status, body: { error } };
}

/** Refuses parameters that are not valid. */
export function invalid(message: string, param?: string, code?: string): never {
  throw new WireRefusal(400, {
    type: 'invalid_request_error',
    message,
    ...(param === undefined ? {} : { param }),
    ...(code === undefined ? {} : { code }),
  });
}

/** The error, with status 401, for a key that is none of this provider's. */
export const invalidKey = {
  type: 'invalid_request_error',
  message: 'Invalid API Key provided.',
} as const satisfies WireError;

/** Refuses an object that does not exist, or is not the caller's. */
export function missing(kind: string, id: string): never {
  throw new WireRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'intent',
    message: `No such ${kind}: '${id}'`,
  });
}
