import { commonPasswords } from './common-passwords.ts';

/** Whose password it is, as far as known. */
export interface PasswordOwner {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
}

/** Why a password is easily guessed: many people have it, or it consists of the owner's or the shop's name. */
type Weakness = 'common' | 'own';

/** The advice at the field; the password is not refused. */
export const passwordAdvice: Readonly<Record<Weakness, string>> = {
  common:
    'Advice: thieves try this password early, because many people use it. Three or four words that do not belong together are safer.',
  own: "Advice: this password is easy to guess, because it is the shop's name, your name or your e-mail address. Three or four words that do not belong together are safer.",
};

const shopName = 'underhood';

/** Up to this many digits or signs around a word do not make it safer. */
const fewSigns = 4;

/** Why a password is easily guessed; undefined when it is not. */
export function weaknessOf(password: string, owner: PasswordOwner = {}): Weakness | undefined {
  const typed = password.normalize('NFKC').toLowerCase();
  if (commonPasswords.has(typed) || isRepeated(typed)) return 'common';
  const word = typed.replace(/^\P{L}+/u, '').replace(/\P{L}+$/u, '');
  if (typed.length - word.length <= fewSigns && commonPasswords.has(word)) return 'common';
  return isMadeOf(typed, wordsOf(owner)) ? 'own' : undefined;
}

/** 'aaaaaa', 'abcabc', six spaces. */
function isRepeated(typed: string): boolean {
  return /^(.{1,3})\1+$/su.test(typed);
}

/** Whether a password is little more than these words. */
function isMadeOf(typed: string, words: readonly string[]): boolean {
  const letters = squeezed(typed);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), letters);
  return rest !== letters && rest.length <= fewSigns;
}

/** The shop's name, the owner's, and the owner's address before the @: each whole and in parts, the longest first. */
function wordsOf({ email = '', name = '' }: PasswordOwner): string[] {
  const local = email.split('@')[0] ?? '';
  const parts = [name, local].flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  const words = [shopName, ...parts.map(squeezed)].filter((word) => word.length >= 3);
  return words.toSorted((a, b) => b.length - a.length);
}

function squeezed(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
