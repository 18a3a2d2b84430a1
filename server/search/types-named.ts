import { knownForm } from './correct-word.ts';
import { wordsOf } from './fold.ts';
import { vocabularyOf } from './kept-vocabulary.ts';
import type { Database } from '#server/shop.ts';

/** The ids of the part types of which one name has all words of a text. */
export async function typesNamed(db: Database, text: string): Promise<string[]> {
  const vocabulary = await vocabularyOf(db);
  const words = wordsOf(text).map((word) => knownForm(vocabulary, word));
  const [first] = words;
  const places = first === undefined ? [] : (vocabulary.words.get(first)?.names ?? []);
  const named = places.flatMap((place) => vocabulary.names[place] ?? []);
  const types = named
    .filter((name) => words.every((word) => word !== undefined && name.words.includes(word)))
    .map(({ type }) => type.id);
  return [...new Set(types)];
}
