import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { Acknowledged, acknowledged, byId, Id, line, notAcknowledged } from './fields.ts';
import {
  EmptySearch,
  longestSearch,
  NewSynonym,
  SearchAnswer,
  SearchQuery,
  Suggestions,
  Synonym,
} from './search.ts';

/** Finding parts, and what admins teach the search. */
export const searchCalls = {
  search: {
    method: 'GET',
    path: '/search',
    summary:
      'Parts by words, numbers, vehicles and attributes, a page at a time, with how they can be narrowed and what the words were taken for.',
    access: 'open',
    query: SearchQuery,
    answer: SearchAnswer,
    cacheable: true,
    price: 4,
  },
  suggest: {
    method: 'GET',
    path: '/suggestions',
    summary: 'What somebody may mean who has typed this much: parts, categories, brands, numbers.',
    access: 'open',
    query: z.object({ q: z.optional(line(longestSearch, 0)) }),
    answer: Suggestions,
    cacheable: true,
    price: 2,
  },
  listSynonyms: {
    method: 'GET',
    path: '/admin/synonyms',
    summary: 'The synonyms that admins added to those of the shop, in alphabetical order.',
    access: 'admin',
    answer: z.array(Synonym),
  },
  addSynonym: {
    method: 'POST',
    path: '/admin/synonyms',
    summary: 'Add a synonym; one that is there already stays as it is.',
    access: 'admin',
    body: NewSynonym,
    answer: z.extend(Acknowledged, { insertedId: Id }),
    refused: notAcknowledged,
    errors: ['too_many_synonyms', 'synonym_empty'],
  },
  deleteSynonym: {
    method: 'DELETE',
    path: '/admin/synonyms/{id}',
    summary: 'Take a synonym away.',
    access: 'admin',
    params: byId,
    missing: 'synonym_not_found',
    ...acknowledged,
  },
  listEmptySearches: {
    method: 'GET',
    path: '/admin/empty-searches',
    summary: 'What was searched for and not found within 90 days, most often first, 500 at most.',
    access: 'admin',
    answer: z.array(EmptySearch),
  },
} as const satisfies Record<string, Endpoint>;
