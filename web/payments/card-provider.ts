import type { RefObject } from 'react';

/** Who pays: goes to the card provider and nowhere else. */
export interface Billing {
  readonly name: string;
  readonly email: string;
}

/** How the provider answered: the payment intent's id, or its message for the buyer. */
export type Confirmation =
  | { readonly ok: true; readonly id: string }
  | {
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      /** The message stands beside the field it is about already. */
      readonly besideField?: true;
    };

/** What a card form on the page can be asked to do. */
export interface CardPayer {
  /** Pays one intent with what is typed. Never rejects. */
  confirm(clientSecret: string, billing: Billing): Promise<Confirmation>;
}

/** What a card form is given. */
export interface CardFormProps {
  /** Filled while the form can pay: nothing can be paid before the provider is ready. */
  payer: RefObject<CardPayer | null>;
  onReady: (ready: boolean) => void;
  /** While a payment is under way nothing can be typed. */
  readOnly: boolean;
}

/** The provider answered something else than it should. */
export const unusableAnswer = {
  ok: false,
  code: 'api_error',
  message: 'The card provider gave no usable answer. Please try again in a moment.',
} as const satisfies Confirmation;

/** After these the intent may have changed at the provider: the shop is asked again before another try. */
export const codesToAskAgain: ReadonlySet<string> = new Set([
  'payment_intent_unexpected_state',
  'resource_missing',
  'network',
  'api_error',
]);
