import type { SearchQuery } from '#contract/search.ts';
import type { Reading } from './understand.ts';

/** The query as if the vehicle that was typed were chosen; undefined if one is chosen, or other words were typed. */
export function asChosen(query: SearchQuery, reading: Reading): SearchQuery | undefined {
  const { vehicle, types, category, brand, values, unknown, unused } = reading;
  const others = [...types, ...values, ...unknown, ...unused, category, brand];
  if (query.make || !vehicle || vehicle.isGuess || others.some((one) => one !== null))
    return undefined;
  const { make, model, year, engine } = vehicle;
  return {
    ...query,
    make,
    model: model ?? undefined,
    year: year ?? undefined,
    engine: engine ?? undefined,
  };
}
