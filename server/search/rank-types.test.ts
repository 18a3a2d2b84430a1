import { expect, test } from 'vitest';
import type { LexiconType } from './lexicon.ts';
import { rankTypes } from './rank-types.ts';
import { makeVocabulary } from './vocabulary.ts';

const category = { id: 'braking', name: 'Braking' };
const bracket: LexiconType = {
  id: 'bracket',
  name: 'Brake bracket',
  otherNames: [],
  fit: 'vehicle',
  category: category.id,
  categoryName: category.name,
  attributes: [],
};

test('a word that may stand for several words of a name belongs to it as surely as for the likeliest', async () => {
  const vocabulary = await makeVocabulary(
    { types: [bracket], categories: [category], brands: [], models: [], synonyms: [] },
    async () => undefined,
  );
  const { types } = rankTypes(vocabulary, [{ text: 'bra', value: undefined, isTyping: true }]);
  // As likely as more of each word is typed.
  const [brake, itsBracket] = [0.55 + (0.2 * 3) / 5, 0.55 + (0.2 * 3) / 7];
  expect(types.map(({ type }) => type.id)).toEqual(['bracket']);
  expect(types[0]?.score).toBeCloseTo(brake * ((brake + itsBracket) / 2), 6);
});
