import {
  countRequest,
  incrementCounter,
  forgetRequests,
  resetCounter,
  decrementCounter,
  uncountRequest,
  type RateLimit,
  type Counter,
} from '#server/rate-limit/store.ts';
import type { Database } from '#server/shop.ts';
import { hashOf } from './known-devices.ts';

/** A try at an account's password. */
interface Guess {
  readonly email: string;
  readonly address: string;
  /** The token by which the browser is known to the account. */
  readonly device: string | undefined;
}

/** Why a guess may not be made, and for how many seconds. */
interface Limited {
  readonly by: 'own guesses' | "strangers' guesses";
  readonly seconds: number;
}

const ofAddress: RateLimit = { perAccount: 10, perAddress: 300 };

/**
 * Counts a guess before it is made; answers why it may not be made. A known device has ten in ten minutes of its own,
 * whatever strangers do: from wherever they guess, all of them together have a hundred an hour on one account.
 */
export async function countGuess(
  db: Database,
  guess: Guess,
  now: Date,
): Promise<Limited | undefined> {
  if (guess.device !== undefined)
    return limited('own guesses', await incrementCounter(db, ofDevice(guess.device), now));
  const own = limited('own guesses', await countRequest(db, attemptOf(guess), ofAddress, now));
  return own ?? limited("strangers' guesses", await incrementCounter(db, ofStrangers(guess), now));
}

/** Takes a guess back that was not made in the end. */
export async function uncountGuess(db: Database, guess: Guess): Promise<void> {
  if (guess.device !== undefined) return decrementCounter(db, ofDevice(guess.device));
  await uncountRequest(db, attemptOf(guess));
  await decrementCounter(db, ofStrangers(guess));
}

/** The right password proves that it was its owner who mistyped; of strangers it only proves that this one was none. */
export async function forgiveGuesses(db: Database, guess: Guess): Promise<void> {
  if (guess.device !== undefined) return resetCounter(db, ofDevice(guess.device));
  await forgetRequests(db, attemptOf(guess));
  await decrementCounter(db, ofStrangers(guess));
}

function attemptOf({ email, address }: Guess) {
  return { what: 'sign-in', address, account: email };
}

function ofDevice(device: string): Counter {
  return { key: ['sign-in', 'device', hashOf(device)], most: 10, seconds: 600 };
}

/** What all browsers that an account does not know may guess at it, together. */
export function ofStrangers({ email }: Pick<Guess, 'email'>): Counter {
  return { key: ['sign-in', 'strangers', email], most: 100, seconds: 3600 };
}

function limited(by: Limited['by'], seconds: number | undefined): Limited | undefined {
  return seconds === undefined ? undefined : { by, seconds };
}
