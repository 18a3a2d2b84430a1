/** Characters of a VIN (ISO 3779): digits and capital letters without I, O and Q. */
const vinCharacters = /^[A-HJ-NPR-Z0-9]{17}$/;

/**
 * The VIN that a text is, in capital letters without blanks and hyphens. Undefined for anything else; a text in which only I, O or Q are wrong
 * is something else, too (`isNearlyVin`).
 */
export function vinIn(text: string): string | undefined {
  const vin = charactersOf(text);
  return vinCharacters.test(vin) ? vin : undefined;
}

/** Whether a text is as long as a VIN and of letters and digits, with at least one of each: never to be kept, whether it is one or has a slip. */
export function isNearlyVin(text: string): boolean {
  const vin = charactersOf(text);
  return /^[A-Z0-9]{17}$/.test(vin) && /[A-Z]/.test(vin) && /\d/.test(vin);
}

/**
 * What of a text that somebody searches for may be a VIN, also one with a slip, and so is neither put into an address nor kept: the whole of it but the word
 * 'VIN', one of its words, whatever signs stand around it, or neighbouring words that are surely its groups. Words whose letters happen to be seventeen
 * together, such as 'clutch kit golf 2015', are none.
 */
export function vinAmong(text: string): string | undefined {
  const whole = withoutSigns(text);
  if (isVinInGroups(whole)) return whole;
  const plain = plainCharacters(text)
    .split(/\s+/)
    .filter((word) => !word.includes('@'))
    .join(' ');
  const alone = plain
    .split(/[^\w-]+|_/)
    .map((word) => word.replace(/^-*vin-*(?=\w)/i, ''))
    .find((word) => isVinInGroups(word) && countDigits(word) >= 3);
  if (alone !== undefined) return alone;
  return [...plain.matchAll(neighbours)]
    .map(([, run = '']) => run.replaceAll(/[^a-z\d]+/gi, ' '))
    .find(areGroups);
}

/**
 * Whether a text that somebody types has a VIN, or ends with what will be one: from the eleventh character on, behind which stand the figures of one car alone.
 * Until then it is told from nothing.
 */
export function mayBecomeVin(text: string): boolean {
  const whole = withoutSigns(text);
  const ends = [whole, whole.split(/[^\w-]/).at(-1) ?? ''];
  return vinAmong(text) !== undefined || ends.some(beginsVin);
}

function beginsVin(text: string): boolean {
  const its = charactersOf(text);
  // 5NA 853 651 AB is a number of Volkswagen's.
  const isLong = /^[A-HJ-NPR-Z\d]{11,}$/.test(its) && !/^..[A-Z]\d{6}[A-Z]{2}$/.test(its);
  return isLong && makers.test(text) && !text.split(/[\s-]+/).some(isWord);
}

/** Whether a line of a list has a VIN for its number, also one with a slip: it is neither asked about nor kept. The name of a part that was chosen is none. */
export function hasVin({ number, productId }: ListedNumber): boolean {
  return productId === undefined && vinAmong(number) !== undefined;
}

interface ListedNumber {
  readonly number: string;
  readonly productId?: string | undefined;
}

/** Neighbouring words that have as many characters as a VIN together. */
const neighbours = /(?<![a-z\d])(?=((?:[a-hj-npr-z\d][^a-z\d]*){16}[a-hj-npr-z\d])(?![a-z\d]))/gi;

/** How the first group of most makers' VINs begins. Numbers of parts and what else is searched for mostly begin otherwise: 1K2, BMW, E90. */
const makers =
  /^(?:[1-5][A-Z]{2}|(?:J[AFHKLMNST]|W[A-Z]|K[LMNP]|S[AHJ]|TM|V[FNS]|Y[SV]|Z[AF])\w|W[01][A-Z])/i;

/**
 * Whether words of a sentence are the groups of a VIN: its maker is known, its last group ends with its own figures, and none before is a measure such as
 * 5x112 or a long number, and none a word.
 */
function areGroups(run: string): boolean {
  return (
    makers.test(run) &&
    /(?<!\d)\d{6,9}$/.test(run) &&
    !/\b\d(?:x|\d\d)\d\d+ /i.test(run) &&
    !run.split(' ').some(isWord)
  );
}

/** A text without what may stand around a VIN: the word 'VIN', and signs. */
export function withoutSigns(text: string): string {
  return plainCharacters(text)
    .replace(/^\W*(?:vin\b\W*)?/i, '')
    .replace(/(?<!\W)\W+$/, '');
}

/** A text without signs that nobody sees, and with one kind of hyphen: copied texts have others. */
function plainCharacters(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Pd}/gu, '-');
}

/** Groups of a VIN have figures among their letters, or are short, or have no vowels. */
function isVinInGroups(text: string): boolean {
  if (!isNearlyVin(text)) return false;
  const groups = text.split(/[\s-]+/);
  if (groups.length === 1) return true;
  if (groups.some(isBarcode) || day.test(text)) return false;
  const vin = vinIn(text);
  // A VIN ends with figures of its own: more of them than a year has.
  if (vin !== undefined && countDigits(vin) >= 6 && /\d{4}$/.test(vin)) return true;
  return !groups.some(isWord);
}

/** As in the name of a list: 'Brake pads 2026-11-28'. */
const day = /\b(?:19|20)\d\d-?[01]\d-?[0-3]\d\b/;

function isWord(group: string): boolean {
  return /^[a-z]{4,}$/i.test(group) && /[aeiouy]/i.test(group);
}

/** Whether a word is a barcode's number (UPC, EAN, GTIN): no VIN has so many figures together. */
export function isBarcode(word: string): boolean {
  return /^\d{12,}$/.test(word);
}

function countDigits(text: string): number {
  return text.replaceAll(/\D/g, '').length;
}

function charactersOf(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase();
}

const letterValues = 'ABCDEFGH JKLMN P R STUVWXYZ';
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** The check digit that position 9 has in North America (49 CFR 565.15): 0 to 9, or X. */
export function checkDigitOf(vin: string): string {
  const sum = weights.reduce((total, weight, at) => total + weight * valueOf(vin.charAt(at)), 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

/** A is 1 and so on to I, J begins with 1 again, S with 2. */
function valueOf(character: string): number {
  if (character >= '0' && character <= '9') return Number(character);
  const at = letterValues.indexOf(character);
  return at < 18 ? (at % 9) + 1 : at - 17;
}

/** Where the list of parts says that a VIN is not searched for: the fragment of the address to which such a search leads. */
export const vinNoteId = 'vin-note';
