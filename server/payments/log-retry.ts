import type { Shop } from '#server/shop.ts';
import { CardsUnavailable } from '#server/third-parties/cards/port.ts';

/** Says what could not be done about money and is tried again. A provider that is out of reach is no fault of the shop's. */
export function logRetry(
  { log }: Shop,
  error: unknown,
  about: Readonly<Record<string, string>>,
  sentence: string,
): void {
  log[error instanceof CardsUnavailable ? 'warn' : 'error']({ err: error, ...about }, sentence);
}
