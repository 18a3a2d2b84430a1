/** A card of the sandbox. */
interface SandboxCard {
  readonly number: string;
  readonly brand: 'visa' | 'mastercard' | 'amex' | 'discover';
  /** The bank asks the buyer to confirm in a dialog before it decides. */
  readonly threeDSecure?: true;
  /** Why it is declined; a card without it pays. */
  readonly decline?: CardDecline;
}

/** Why a card provider declined, with its own codes and sentences. */
export interface CardDecline {
  readonly code: string;
  readonly declineCode?: string;
  readonly message: string;
}

const insufficientFunds = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
} as const satisfies CardDecline;

const declined = (declineCode: string): CardDecline => ({
  code: 'card_declined',
  declineCode,
  message: 'Your card was declined.',
});

/** The only cards the sandbox takes. No bank issued these numbers, so nobody's real card is accepted. */
export const sandboxCards: readonly SandboxCard[] = Object.freeze([
  { number: '4242424242424242', brand: 'visa' },
  { number: '4000056655665556', brand: 'visa' },
  { number: '5555555555554444', brand: 'mastercard' },
  { number: '378282246310005', brand: 'amex' },
  { number: '6011111111111117', brand: 'discover' },
  { number: '4000000000000002', brand: 'visa', decline: declined('generic_decline') },
  { number: '4000000000009995', brand: 'visa', decline: insufficientFunds },
  { number: '4000000000009987', brand: 'visa', decline: declined('lost_card') },
  { number: '4000000000009979', brand: 'visa', decline: declined('stolen_card') },
  {
    number: '4000000000000069',
    brand: 'visa',
    decline: { code: 'expired_card', message: 'Your card has expired.' },
  },
  {
    number: '4000000000000127',
    brand: 'visa',
    decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  },
  {
    number: '4000000000000119',
    brand: 'visa',
    decline: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  { number: '4000002500003155', brand: 'visa', threeDSecure: true },
  { number: '4000002760003184', brand: 'visa', threeDSecure: true },
  { number: '4000008260003178', brand: 'visa', threeDSecure: true, decline: insufficientFunds },
]);

/** The answer to a number that is no card number, in the form and by the provider. */
const invalidNumber = {
  code: 'incorrect_number',
  message: 'Your card number is invalid.',
} as const satisfies CardDecline;

/** The answer to a number that could be somebody's real card. It is refused before it leaves the page. */
const notATestCard = {
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message: 'This shop takes only its test cards. Please never type a real card number here.',
} as const satisfies CardDecline;

/** The answer when the buyer did not confirm the payment with the bank. */
export const notAuthenticated = {
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
} as const satisfies CardDecline;

/** The sandbox's card with this number (digits only), or why it is refused. */
export function sandboxCardOf(digits: string): SandboxCard | CardDecline {
  const card = sandboxCards.find(({ number }) => number === digits);
  if (card !== undefined) return card;
  return isCardNumber(digits) ? notATestCard : invalidNumber;
}

/** Checks the length and the check digit (Luhn, ISO/IEC 7812). */
function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  let sum = 0;
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
