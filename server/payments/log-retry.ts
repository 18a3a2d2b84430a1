import type { Shop } from '#server/shop.ts';
import { CardsUnavailable } from '#server/third-parties/cards/port.ts';

/** Logs work on money that failed and is retried: a warning when only the provider is out of reach, else an error. */
export function logRetry(
  { log }: Shop,
  error: unknown,
  about: Readonly<Record<string, string>>,
  sentence: string,
): void {
  log[error instanceof CardsUnavailable ? 'warn' : 'error']({ err: error, ...about }, sentence);
}
