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
  /** Whether the cardholder's bank ever asked for this money back. */
  readonly isDisputed: boolean;
  /** Whether the last card that was tried on it was declined. */
  readonly hasDeclined: boolean;
}

/** A signed message of the provider; only the intent's id is used, the rest is asked for. */
export interface CardEvent {
  readonly id: string;
  readonly type: string;
  readonly intentId: string | undefined;
}

/** A part of a payment to give back. */
interface RefundPart {
  readonly amountCents: number;
  /** The shop's own id of the refund: makes its key, and the provider keeps it with the refund. */
  readonly key: string;
  readonly spentKeys?: number;
}

/** A refund as the provider knows it. Cents. */
export interface CardRefund {
  readonly id: string;
  readonly amountCents: number;
  /** The provider took it back: the money did not reach the card. */
  readonly hasFailed: boolean;
  /** The shop's own id of it; undefined when it was made in the provider's dashboard. */
  readonly key: string | undefined;
}

/** Money that a cardholder's bank asks back. Cents. */
export interface CardDispute {
  readonly id: string;
  readonly amountCents: number;
  /** `won`: the money stays with the shop, or never left; `lost`: it went back to the cardholder. */
  readonly state: 'open' | 'won' | 'lost';
  /** Until when the provider takes the shop's answer. */
  readonly answerBy: Date | undefined;
}

/** What the shop asks of a card provider. Every call rejects with `CardsUnavailable` when the outcome is unknown. */
export interface Cards {
  /**
   * Opens the attempt, or answers the same one again: the key is made of order, attempt and how many keys are spent.
   * Rejects with `SpentKey` when the provider keeps a failure under it. The intent that it may have made nevertheless
   * is of no use to anybody without its secret, so another key cannot collect twice.
   */
  createIntent(attempt: {
    readonly orderId: string;
    readonly attempt: number;
    readonly amountCents: number;
    readonly currency: 'usd';
    readonly email: string;
    readonly shop?: string;
    readonly spentKeys?: number;
  }): Promise<Intent>;
  /** The intent as it stands now; undefined when the provider knows no such id. */
  getIntent(id: string): Promise<Intent | undefined>;
  /**
   * Ends an attempt; the answered status says who was first: `canceled`, `succeeded` or `processing`.
   * Undefined when the provider knows no such id.
   */
  cancelIntent(id: string): Promise<Intent | undefined>;
  /**
   * Gives the whole amount back; done twice, by whatever keys, it is done once. Rejects with `SpentKey` when the
   * provider keeps a failure under the key, with `RefundRefused` when the provider will never do it.
   */
  refundWhole(intentId: string, spentKeys?: number): Promise<void>;
  /**
   * Gives a part back; done twice with as many spent keys it is done once. Answers the provider's id of the refund.
   * Rejects as `refundWhole`; after `SpentKey` only `listRefunds` tells whether it was made.
   */
  refundPart(intentId: string, part: RefundPart): Promise<string>;
  /** How many cards an intent was tried with and declined, as far as a hundred. */
  countDeclines(intentId: string): Promise<number>;
  /** Every refund of an intent, whoever made it. */
  listRefunds(intentId: string): Promise<CardRefund[]>;
  /** Every dispute of an intent. */
  listDisputes(intentId: string): Promise<CardDispute[]>;
  /** Checks a message's signature over its raw body. Refuses with `bad_signature`. */
  parseWebhook(rawBody: Buffer, signature: string): CardEvent;
  /** What the browser needs to show the card form. */
  publicConfig(): CardsConfig;
}

/** The provider gave no usable answer: the money may or may not have moved, ask again later. */
export class CardsUnavailable extends Error {
  override readonly name: string = 'CardsUnavailable';
}

/** The provider keeps a failure under the key of the question: asked by that key, it will answer so for a day. */
export class SpentKey extends CardsUnavailable {
  override readonly name = 'SpentKey';
}

/** The provider understood and will not give this money back: a person has to look. */
export class RefundRefused extends Error {
  override readonly name = 'RefundRefused';
}
