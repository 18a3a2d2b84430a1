/** Whether a text has no control characters except line breaks and tabs, and no half characters. */
export function isPlain(value: string): boolean {
  return value.isWellFormed() && !/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(value);
}

/** A text as it is stored: NFC, trimmed. */
export const asStored = (value: string): string => value.normalize('NFC').trim();

/** In Unicode code points: a character outside the basic plane counts once. */
const lengthOf = (value: string): number => Array.from(value).length;

/** Whether a typed text can be stored with `least` to `most` code points. */
export function isText(value: string, most: number, least = 1): boolean {
  const length = lengthOf(asStored(value));
  return lengthOf(value) <= most * 2 && isPlain(value) && length >= least && length <= most;
}

/** Whether a text is one line. */
export const isOneLine = (value: string): boolean => !/[\n\r\t\u2028\u2029]/.test(value);

/** The same of one line. */
export function isLine(value: string, most: number, least = 1): boolean {
  return isText(value, most, least) && isOneLine(asStored(value));
}

/** HTML's pattern of an e-mail input (https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address). */
export const emailPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?(?:\.[a-zA-Z\d](?:[a-zA-Z\d-]{0,61}[a-zA-Z\d])?)*$/;

/** Whether a typed text is an e-mail address. */
export function isEmail(value: string): boolean {
  const stored = asStored(value).toLowerCase();
  return lengthOf(value) <= 320 && lengthOf(stored) <= 254 && emailPattern.test(stored);
}
