import type { Suggestions, Understood } from './search.ts';

/** Of plain words nothing is understood. */
export const nothingUnderstood: Understood = {
  corrected: [],
  readAs: '',
  vehicle: null,
  brand: null,
  category: null,
  types: [],
  attributes: [],
  number: null,
  ignored: [],
};

/** What is offered before anything is typed. */
export const nothingSuggested: Suggestions = {
  parts: [],
  categories: [],
  types: [],
  brands: [],
  numbers: [],
  total: { count: 0, more: false },
  understood: nothingUnderstood,
};
