import type { Stripe } from 'stripe';

/** What a call answers: the HTTP status and the JSON body. */
export interface WireReply {
  readonly status: number;
  readonly body: unknown;
}

/** Stripe's error object, as much of it as the sandbox uses. */
interface WireError {
  readonly type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly charge?: string;
  readonly payment_intent?: Stripe.PaymentIntent;
}

/** A call that was refused before anything happened: nothing is stored, not even under its idempotency key. */
export class WireRefusal extends Error {
  override readonly name = 'WireRefusal';
  readonly reply: WireReply;

  constructor(status: number, error: WireError) {
    super(error.message);
    this.reply = errorReply(status, error);
  }
}

/** An error body as Stripe writes it. */
export function errorReply(status: number, error: WireError): WireReply {
  return { status, body: { error } };
}

/** Refuses a call whose parameters cannot be used. */
export function invalid(message: string, param?: string, code?: string): never {
  throw new WireRefusal(400, {
    type: 'invalid_request_error',
    message,
    ...(param === undefined ? {} : { param }),
    ...(code === undefined ? {} : { code }),
  });
}

/** Refuses a call about something that is not there, or not the caller's. */
export function missing(kind: string, id: string): never {
  throw new WireRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'intent',
    message: `No such ${kind}: '${id}'`,
  });
}
