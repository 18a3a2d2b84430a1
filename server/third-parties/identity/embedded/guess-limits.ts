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

/** Somebody types a password for an account. */
interface Guess {
  readonly email: string;
  readonly address: string;
  /** The token of a known device. */
  readonly device: string | undefined;
}

/** Which limit was reached, and for how many seconds. */
interface Limited {
  readonly by: 'own guesses' | "strangers' guesses";
  readonly seconds: number;
}

const ofAddress: RateLimit = { perAccount: 10, perAddress: 300 };

/**
 * Counts a guess before the password is checked; answers the limit that it exceeds, if any. A known device has its own
 * limit of ten in ten minutes; all unknown devices together have a hundred an hour for one account.
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

/** Undoes `countGuess` when the password was not checked in the end. */
export async function uncountGuess(db: Database, guess: Guess): Promise<void> {
  if (guess.device !== undefined) return decrementCounter(db, ofDevice(guess.device));
  await uncountRequest(db, attemptOf(guess));
  await decrementCounter(db, ofStrangers(guess));
}

/** After the right password: the sender's wrong guesses were typos and are forgotten; other unknown devices' still count. */
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

/** The counter of all unknown devices of an account. */
export function ofStrangers({ email }: Pick<Guess, 'email'>): Counter {
  return { key: ['sign-in', 'strangers', email], most: 100, seconds: 3600 };
}

function limited(by: Limited['by'], seconds: number | undefined): Limited | undefined {
  return seconds === undefined ? undefined : { by, seconds };
}
