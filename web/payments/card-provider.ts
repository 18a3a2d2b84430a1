import type { RefObject } from 'react';

/** The payer; sent to the card provider only. */
export interface Billing {
  readonly name: string;
  readonly email: string;
}

/** The provider's answer: the payment intent's id, or a message for the buyer. */
export type Confirmation =
  | { readonly ok: true; readonly id: string }
  | {
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      /** The message is shown at its field already. */
      readonly besideField?: true;
    };

/** A card form that can pay. */
export interface CardPayer {
  /** Pays an intent with the typed card. Never rejects. */
  confirm(clientSecret: string, billing: Billing): Promise<Confirmation>;
}

export interface CardFormProps {
  /** Null until the provider is ready. */
  payer: RefObject<CardPayer | null>;
  onReady: (ready: boolean) => void;
  /** True while a payment is under way. */
  readOnly: boolean;
}

/** For a provider's answer of an unknown shape. */
export const unusableAnswer = {
  ok: false,
  code: 'api_error',
  message: 'The card provider gave no usable answer. Please try again in a moment.',
} as const satisfies Confirmation;

/** After these errors the intent may have changed at the provider, so the shop is asked before another try. */
export const codesToAskAgain: ReadonlySet<string> = new Set([
  'payment_intent_unexpected_state',
  'resource_missing',
  'network',
  'api_error',
]);
