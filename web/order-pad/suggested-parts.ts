import { call } from '#web/api/call.ts';
import { groupsOf } from '#web/search/suggestion-groups.ts';
import type { Suggest } from '#web/search/use-suggestions.ts';

/** Asks the shop for parts alone, which is what a list holds. */
export const suggestParts: Suggest = async (text, signal) => {
  const answer = await call('suggest', { query: { q: text } }, { signal });
  const groups = groupsOf(text, answer).map((group) => ({
    ...group,
    options: group.options.filter(({ part }) => part !== undefined),
  }));
  return groups.filter(({ options }) => options.length > 0);
};
