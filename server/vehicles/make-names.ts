import { readFileSync } from 'node:fs';

/** Other names of makes, in small letters, and the makes that they mean. */
export const makeNames: readonly (readonly [string, string])[] = Object.entries(
  JSON.parse(readFileSync(new URL('data/make-names.json', import.meta.url), 'utf8')) as Record<
    string,
    string
  >,
);
