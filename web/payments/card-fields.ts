import { sandboxCardOf } from '#contract/sandbox-cards.ts';

/** The values of the card form: digits only. */
export interface CardDigits {
  readonly number: string;
  /** Month and the last two digits of the year: 0729. */
  readonly expiry: string;
  readonly cvc: string;
}

export type CardFieldName = keyof CardDigits;

/** The error text of each invalid field. */
export type CardFaults = {
  readonly [F in CardFieldName]?: { readonly code: string; readonly message: string } | undefined;
};

const isAmex = (number: string) => /^3[47]/.test(number);

/** How many digits each field takes; an American Express card has 15 and a code of four. */
function lengthsFor(number: string): Readonly<Record<CardFieldName, number>> {
  return isAmex(number) ? { number: 15, expiry: 4, cvc: 4 } : { number: 16, expiry: 4, cvc: 3 };
}

/** The digits of a typed or pasted value, as many as the field takes. */
export function digitsOf(field: CardFieldName, value: string, number: string): string {
  if (field === 'expiry') return expiryDigits(value);
  const digits = value.replaceAll(/\D/g, '');
  return digits.slice(0, lengthsFor(field === 'number' ? digits : number)[field]);
}

/** Also takes '7' for July, and '12/2029', as browsers fill it in. */
function expiryDigits(value: string): string {
  const full = /^\s*(\d{1,2})\s*[/-]\s*20(\d{2})\s*$/.exec(value);
  if (full) return `${full[1]?.padStart(2, '0')}${full[2]}`;
  const digits = value.replaceAll(/\D/g, '');
  const alone = /^[2-9]/.test(digits) || /^1\s*\//.test(value) || /^1[3-9]/.test(digits);
  return (alone ? `0${digits}` : digits).slice(0, 4);
}

/** The digits in groups: 4242 4242 4242 4242, 3782 822463 10005, 07 / 29. */
export function grouped(field: CardFieldName, digits: string): string {
  if (field === 'cvc') return digits;
  if (field === 'expiry')
    return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
  const groups = isAmex(digits)
    ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?$/.exec(digits)?.slice(1)
    : digits.match(/\d{1,4}/g);
  return (groups ?? []).filter(Boolean).join(' ');
}

/** The caret's position in a grouped text after so many digits. */
export function caretAfter(digitsBefore: number, text: string): number {
  let seen = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (seen === digitsBefore) return at;
    if (/\d/.test(text.charAt(at))) seen += 1;
  }
  return text.length;
}

/** The errors of a card, checked before sending: a number that could be a real card's never leaves the page. */
export function cardFaults({ number, expiry, cvc }: CardDigits, now: Date): CardFaults {
  const lengths = lengthsFor(number);
  return {
    number: numberFault(number, lengths.number),
    expiry: expiryFault(expiry, now),
    cvc:
      cvc.length < lengths.cvc
        ? { code: 'incomplete_cvc', message: "Your card's security code is incomplete." }
        : undefined,
  };
}

function numberFault(number: string, length: number) {
  if (number.length < length)
    return { code: 'incomplete_number', message: 'Your card number is incomplete.' };
  const card = sandboxCardOf(number);
  return 'number' in card ? undefined : card;
}

function expiryFault(expiry: string, now: Date) {
  if (!/^(0[1-9]|1[0-2])\d{2}$/.test(expiry))
    return { code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." };
  const [month, year] = [Number(expiry.slice(0, 2)), 2000 + Number(expiry.slice(2))];
  if (year < now.getFullYear())
    return {
      code: 'invalid_expiry_year_past',
      message: "Your card's expiration year is in the past.",
    };
  if (year === now.getFullYear() && month < now.getMonth() + 1)
    return {
      code: 'invalid_expiry_month_past',
      message: "Your card's expiration date is in the past.",
    };
  return undefined;
}
