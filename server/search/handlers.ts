import type { Handlers } from '#server/http/serve.ts';
import type { searchCalls } from '#contract/search-calls.ts';
import type { Shop } from '#server/shop.ts';
import { listEmptySearches } from './empty-searches-store.ts';
import { searchParts } from './search-parts.ts';
import { suggest } from './suggest.ts';
import { addSynonym, removeSynonym } from './synonyms.ts';
import { listSynonyms } from './synonyms-store.ts';

/** Finding parts, and what admins teach the search. */
export function searchHandlers(shop: Shop): Handlers<keyof typeof searchCalls> {
  return {
    search: ({ query }) => searchParts(shop, query),

    suggest: ({ query }) => suggest(shop.db, query.q ?? ''),

    listSynonyms: () => listSynonyms(shop.db),

    async addSynonym({ who, body }) {
      return { acknowledged: true, insertedId: await addSynonym(shop, who, body) };
    },

    async deleteSynonym({ who, params }) {
      await removeSynonym(shop, who, params.id);
      return { acknowledged: true };
    },

    listEmptySearches: () => listEmptySearches(shop.db, shop.clock.now()),
  };
}
