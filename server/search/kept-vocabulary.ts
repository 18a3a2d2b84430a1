import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { minuteMs } from '#contract/durations.ts';
import type { Database } from '#server/shop.ts';
import type { Lexicon } from './lexicon.ts';
import { readCommonWords, readLexicon } from './lexicon-store.ts';
import { makeVocabulary, type Vocabulary } from './vocabulary.ts';

interface Kept {
  readonly lexicon: Lexicon;
  readonly vocabulary: Vocabulary;
  /** When to read anew whether anything changed. */
  until: number;
}

interface Shelf {
  kept?: Kept;
  reading?: Promise<Kept> | undefined;
}

const shelves = new WeakMap<Database, Shelf>();

/** It is read anew so seldom that reading takes less than a hundredth of the time, but once a minute. */
const shareOfTime = 100;

/**
 * The vocabulary of the shop's catalogue. Whoever asks after it is due gets the old one while the new one is made, so nobody
 * waits for it but the first.
 */
export async function vocabularyOf(db: Database): Promise<Vocabulary> {
  const shelf = shelves.get(db) ?? {};
  shelves.set(db, shelf);
  if (shelf.kept && performance.now() < shelf.kept.until) return shelf.kept.vocabulary;
  shelf.reading ??= read(db, shelf).finally(() => {
    shelf.reading = undefined;
  });
  if (!shelf.kept) return (await shelf.reading).vocabulary;
  // What failed is tried again by the next search; this one has the old vocabulary.
  void shelf.reading.catch(() => undefined);
  return shelf.kept.vocabulary;
}

/** The next search makes it anew: an admin changed the synonyms. Other copies notice within a minute. */
export function forgetVocabulary(db: Database): void {
  shelves.delete(db);
}

async function read(db: Database, shelf: Shelf): Promise<Kept> {
  const since = performance.now();
  const lexicon = await readLexicon(db);
  const same = shelf.kept && isDeepStrictEqual(shelf.kept.lexicon, lexicon) && shelf.kept;
  const made = same ? same.vocabulary : await makeVocabulary(lexicon, setImmediate);
  const vocabulary = { ...made, ...(await readCommonWords(db)) };
  const took = performance.now() - since;
  const until = performance.now() + Math.min(minuteMs, took * shareOfTime);
  shelf.kept = { lexicon, vocabulary, until };
  return shelf.kept;
}
