import type { Api } from '#contract/api.ts';

/** The API for one rendering, and the parts whose stock its answers hold so far. */
export function notingStock(api: Api): { readonly api: Api; readonly shown: ReadonlySet<string> } {
  const shown = new Set<string>();
  const noted = <Answer>(answer: Answer): Answer => (collect(answer, shown), answer);
  return {
    shown,
    api: {
      call: async (name, input) => noted(await api.call(name, input)),
      page: async (name, input) => noted(await api.page(name, input)),
    },
  };
}

function collect(value: unknown, shown: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  if ('inStock' in value && '_id' in value) shown.add(String(value._id));
  for (const inside of Object.values(value)) if (typeof inside === 'object') collect(inside, shown);
}
