import type { PartType } from '#contract/part-lists.ts';
import type { KnownVehiclesAnswer } from '#contract/vehicles.ts';
import { call, page } from '#web/api/call.ts';
import type { Choice } from '#web/ui/combobox-state.ts';
import { partName } from './part-names.ts';
import { partTypes } from './part-types.ts';

/** Parts among which one chooses; more are found by typing more. */
const mostParts = 20;
/** The longest text that parts are searched by. */
const longestText = 100;

/** Part types whose name, other name or category has all the typed words; the best match first. */
export async function findTypes(typed: string): Promise<Choice[]> {
  return matchingTypes(await partTypes(), typed);
}

export function matchingTypes(types: readonly PartType[], typed: string): Choice[] {
  const words = wordsOf(typed);
  return types
    .map((type) => ({ type, ...matchOf(type, words) }))
    .filter(({ rank }) => rank < noMatch)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ type, alias }) => ({
      value: type.id,
      text: type.name,
      detail: alias === undefined ? type.categoryName : `${alias} · ${type.categoryName}`,
    }));
}

const noMatch = 4;

function matchOf(type: PartType, words: readonly string[]) {
  const has = (text: string) => words.every((word) => plain(text).includes(word));
  const [first = ''] = words;
  if (has(type.name)) return { rank: plain(type.name).startsWith(first) ? 0 : 1 };
  const alias = type.otherNames.find(has);
  if (alias !== undefined) return { rank: 2, alias };
  const all = [type.name, type.categoryName, ...type.otherNames].join(' ');
  return { rank: has(all) ? 3 : noMatch };
}

/** The categories that the part types stand in. */
export async function findCategories(typed: string): Promise<Choice[]> {
  const shelves = new Map(
    (await partTypes()).map(({ category, categoryName }) => [category, categoryName]),
  );
  return [...shelves]
    .filter(([, name]) => wordsOf(typed).every((word) => plain(name).includes(word)))
    .map(([value, text]) => ({ value, text }));
}

/** Brands that begin like this. */
export async function findBrands(q: string, signal: AbortSignal): Promise<Choice[]> {
  return (await call('listBrands', { query: { q: q.trim() } }, { signal })).map(itself);
}

/** Parts by words or number, deleted ones too; all but the one that is edited. */
export function findParts(except: string | undefined) {
  return async (q: string, signal: AbortSignal): Promise<Choice[]> => {
    // Of a long name with its number the end tells most.
    const query = { q: q.trim().slice(-longestText), show: 'all', limit: mostParts } as const;
    const { rows } = await page('listManagedParts', { query }, { signal });
    return rows
      .filter(({ _id }) => _id !== except)
      .map(({ _id, name, partNumber, image, brand, archived }) => ({
        value: _id,
        text: partName(name, partNumber),
        detail: [brand, archived && 'deleted'].filter(Boolean).join(' · '),
        picture: image,
      }));
  };
}

/** Makes that the shop knows. */
export async function findMakes(typed: string): Promise<Choice[]> {
  return startingWith((await vehicles('')).makes, typed);
}

/** Models of a make. */
export async function findModels(make: string, typed: string): Promise<Choice[]> {
  return make.trim() === '' ? [] : startingWith((await vehicles(make.trim())).models, typed);
}

const askedVehicles = new Map<string, Promise<KnownVehiclesAnswer>>();

/** Has them asked for anew: an admin has changed what the shop knows. */
export function forgetVehicles(): void {
  askedVehicles.clear();
}

/** The makes and the models of one of them, asked for once until they are forgotten. */
function vehicles(make: string): Promise<KnownVehiclesAnswer> {
  const known = askedVehicles.get(make);
  if (known) return known;
  const asked = call('getKnownVehicles', { query: { make } }).catch((error: unknown) => {
    askedVehicles.delete(make);
    throw error;
  });
  askedVehicles.set(make, asked);
  return asked;
}

function startingWith(names: readonly string[], typed: string): Choice[] {
  const start = plain(typed.trim());
  return names.filter((name) => plain(name).startsWith(start)).map(itself);
}

const itself = (name: string): Choice => ({ value: name, text: name });

function wordsOf(typed: string): string[] {
  return plain(typed).split(/\s+/).filter(Boolean);
}

/** For comparison: small letters without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
