import type { CardsConfig } from '#contract/payments.ts';

/** The status of an attempt to collect money; `succeeded` and `canceled` are final. */
export type IntentStatus = 'open' | 'processing' | 'succeeded' | 'canceled';

/** An attempt as the provider stores it. Amount in cents. */
export interface Intent {
  readonly id: string;
  readonly clientSecret: string;
  readonly status: IntentStatus;
  readonly amountCents: number;
  /** ISO 4217, lower case. */
  readonly currency: string;
  readonly createdAt: Date;
  /** The orders of the attempt, as we told the provider. */
  readonly orderIds: readonly string[];
  /** The mark of the shop that opened it: several shops may share one account at the provider. */
  readonly shop: string | undefined;
  readonly refundedCents: number;
  /** Whether the cardholder's bank ever asked for this money back. */
  readonly isDisputed: boolean;
  /** Whether the last card tried was declined. */
  readonly hasDeclined: boolean;
}

/** An order of an attempt, and which attempt to pay it this is. */
export interface AttemptedOrder {
  readonly orderId: string;
  readonly attempt: number;
}

/** A piece of the list of attempts; `hasMore`: older ones follow. */
export interface IntentPage {
  readonly intents: readonly Intent[];
  readonly hasMore: boolean;
}

/** A webhook. Only the intent's id is used; the shop then asks the provider for the rest. */
export interface CardEvent {
  readonly id: string;
  readonly type: string;
  readonly intentId: string | undefined;
}

/** A partial refund. */
interface RefundPart {
  readonly amountCents: number;
  /** The shop's own id of the refund: part of its idempotency key, and stored with the refund at the provider. */
  readonly key: string;
  readonly spentKeys?: number;
}

/** A refund as the provider stores it. Amount in cents. */
export interface CardRefund {
  readonly id: string;
  readonly amountCents: number;
  /** The refund failed: the money did not reach the card. */
  readonly hasFailed: boolean;
  /** The shop's own id; undefined when the refund was made in the provider's dashboard. */
  readonly key: string | undefined;
}

/** A dispute: a cardholder's bank asks for money back. Amount in cents. */
export interface CardDispute {
  readonly id: string;
  readonly amountCents: number;
  /** `won`: the money stays with the shop, or never left; `lost`: it went back to the cardholder. */
  readonly state: 'open' | 'won' | 'lost';
  /** The deadline for the shop's evidence. */
  readonly answerBy: Date | undefined;
}

/** A card provider. Every call rejects with `CardsUnavailable` when its outcome is unknown. */
export interface Cards {
  /**
   * Opens the attempt, or answers the one that is open: the idempotency key consists of the orders, which attempt it is for
   * each, and the number of spent keys. Rejects with `SpentKey` when the provider has stored a failure under the key. If an intent was made
   * nevertheless, nobody has its secret, so a new key cannot collect the money twice.
   */
  createIntent(attempt: {
    /** One or more, in any order. */
    readonly orders: readonly AttemptedOrder[];
    readonly amountCents: number;
    readonly currency: 'usd';
    readonly email: string;
    readonly shop?: string;
    readonly spentKeys?: number;
  }): Promise<Intent>;
  /** The intent's current state; undefined when the provider does not know the id. */
  getIntent(id: string): Promise<Intent | undefined>;
  /**
   * The attempts that were made at the provider since a moment, in its whole seconds, of all shops that share its account:
   * newest first, at most a hundred. Without those made at or after `until`. `after` is the last one of the page before.
   */
  listIntents(from: {
    readonly since: Date;
    readonly until?: Date | undefined;
    readonly after?: string | undefined;
  }): Promise<IntentPage>;
  /**
   * Cancels an attempt. The answered status is `succeeded` or `processing` if a payment came first, else `canceled`;
   * undefined when the provider does not know the id.
   */
  cancelIntent(id: string): Promise<Intent | undefined>;
  /**
   * Refunds the whole amount; idempotent, even with different keys. Rejects with `SpentKey` when the provider has stored a
   * failure under the key, with `RefundRefused` when it will never make this refund.
   */
  refundWhole(intentId: string, spentKeys?: number): Promise<void>;
  /**
   * Refunds a part; idempotent for the same number of spent keys. Answers the provider's id of the refund.
   * Rejects as `refundWhole` does; after `SpentKey` only `listRefunds` tells whether it was made.
   */
  refundPart(intentId: string, part: RefundPart): Promise<string>;
  /** The number of declined cards of an intent, at most a hundred. */
  countDeclines(intentId: string): Promise<number>;
  /** Every refund of an intent, whoever made it, newest first. */
  listRefunds(intentId: string): Promise<CardRefund[]>;
  /** Every dispute of an intent. */
  listDisputes(intentId: string): Promise<CardDispute[]>;
  /** Checks a message's signature over its raw body. Refuses with `bad_signature`. */
  parseWebhook(rawBody: Buffer, signature: string): CardEvent;
  /** What the browser needs to show the card form. */
  publicConfig(): CardsConfig;
}

/** The provider gave no usable answer: the money may or may not have moved. Retry later. */
export class CardsUnavailable extends Error {
  override readonly name: string = 'CardsUnavailable';
}

/** Nobody gave the keys with which the provider is asked; the message says so to people. */
export class NoCardKeys extends CardsUnavailable {
  override readonly name = 'NoCardKeys';

  constructor() {
    super('The card provider was not asked: STRIPE_SECRET_KEY is not set.');
  }
}

/** The provider has stored a failure under this idempotency key, and repeats it for a day. */
export class SpentKey extends CardsUnavailable {
  override readonly name = 'SpentKey';
}

/** The provider refuses this refund for good: a person has to look at it. */
export class RefundRefused extends Error {
  override readonly name = 'RefundRefused';
}
