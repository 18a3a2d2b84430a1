import { expect, test } from 'vitest';
import { synonymErrors, typedSynonym } from './synonym-steps.ts';

const typed = (word: string, means: string) => {
  const form = new FormData();
  form.set('word', word);
  form.set('means', means);
  return synonymErrors(typedSynonym(form));
};

test('a synonym needs a word and another one that it means', () => {
  expect(typed('schijf', 'brake disc')).toBeUndefined();
  expect(typed(' ', '')).toEqual({ word: 'Word is required', means: 'Meaning is required' });
  expect(typed('Disc ', ' disc')).toEqual({ means: 'Must differ from the word.' });
});
