import type { Logger } from 'pino';
import { print } from '#server/print.ts';

/** How a start speaks to whoever started the shop. */
export interface StartVoice {
  /** Says one sentence. */
  say(sentence: string): void;
  /** Says several; '' is a gap between them. Programs read what the first says as `facts`. */
  announce(sentences: readonly string[], facts: Readonly<Record<string, unknown>>): void;
}

/** Sentences, for somebody at a terminal. */
export const inSentences: StartVoice = {
  say: print,
  announce: (sentences) =>
    print(['', ...sentences.map((line) => (line === '' ? '' : `  ${line}`)), ''].join('\n')),
};

/**
 * Lines of the log, so that a pipe gets nothing but JSON. LOG_LEVEL does not silence them: whoever starts the shop needs its
 * address.
 */
export function inLogLines(logger: Logger): StartVoice {
  const always = logger.child({}, { level: 'info' });
  return {
    say: (sentence) => always.info(sentence),
    announce([first = '', ...rest], facts) {
      always.info(facts, first);
      for (const sentence of rest.filter((line) => line !== '')) always.info(sentence);
    },
  };
}
