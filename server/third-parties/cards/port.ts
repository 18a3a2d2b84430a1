import type { CardsConfig } from '#contract/payments.ts';

/** Where one attempt to collect money stands at the provider; `succeeded` and `canceled` are final. */
export type IntentStatus = 'open' | 'processing' | 'succeeded' | 'canceled';

/** One payment attempt as the provider knows it. Amount in cents. */
export interface Intent {
  readonly id: string;
  readonly clientSecret: string;
  readonly status: IntentStatus;
  readonly amountCents: number;
  /** ISO 4217, lower case. */
  readonly currency: string;
  /** The order the intent was made for, as we told the provider. */
  readonly orderId: string | undefined;
  /** The mark of the shop that made it: several may share one account at the provider. */
  readonly shop: string | undefined;
  readonly refundedCents: number;
}

/** A signed message of the provider; only the intent's id is used, the rest is asked for. */
export interface CardEvent {
  readonly id: string;
  readonly type: string;
  readonly intentId: string | undefined;
}

/** What the shop asks of a card provider. Every call rejects with `CardsUnavailable` when the outcome is unknown. */
export interface Cards {
  /** Opens the attempt, or answers the same one again: the key is `order-<id>-attempt-<n>`. */
  createIntent(attempt: {
    readonly orderId: string;
    readonly attempt: number;
    readonly amountCents: number;
    readonly currency: 'usd';
    readonly email: string;
    readonly shop?: string;
  }): Promise<Intent>;
  /** The intent as it stands now; undefined when the provider knows no such id. */
  getIntent(id: string): Promise<Intent | undefined>;
  /**
   * Ends an attempt; the answered status says who was first: `canceled`, `succeeded` or `processing`.
   * Undefined when the provider knows no such id.
   */
  cancelIntent(id: string): Promise<Intent | undefined>;
  /**
   * Gives the whole amount back, or a part of it under a key of its own; done twice it is done once.
   * Rejects with `RefundRefused` when the provider will never do it.
   */
  refund(intentId: string, part?: { readonly amountCents: number; readonly key: string }): Promise<void>;
  /** Checks a message's signature over its raw body. Refuses with `bad_signature`. */
  parseWebhook(rawBody: Buffer, signature: string): CardEvent;
  /** What the browser needs to show the card form. */
  publicConfig(): CardsConfig;
}

/** The provider gave no usable answer: the money may or may not have moved, ask again later. */
export class CardsUnavailable extends Error {
  override readonly name = 'CardsUnavailable';
}

/** The provider understood and will not give this money back: a person has to look. */
export class RefundRefused extends Error {
  override readonly name = 'RefundRefused';
}
