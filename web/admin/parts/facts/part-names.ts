import { factOf, partFactNames, type PartFactName } from '#contract/part-facts.ts';
import type { PartToEdit } from '#contract/parts.ts';
import { call } from '#web/api/call.ts';
import { partTypes } from './part-types.ts';

/** How people call what facts refer to: part types, categories and parts. By fact and value, as `nameKey` joins them. */
export type Names = Readonly<Record<string, string>>;

type Facts = { readonly [Name in PartFactName]?: unknown };

function nameKey(fact: PartFactName, value: string): string {
  return `${fact} ${value}`;
}

/** What people call the value of a fact: its name if there is one, else the value itself. */
export function nameOf(names: Names, fact: PartFactName, value: string): string {
  return names[nameKey(fact, value)] ?? value;
}

/** A part among others: many have the same name. */
export function partName(name: string, partNumber: string | null): string {
  return partNumber === null ? name : `${name} · ${partNumber}`;
}

/** The names of what a part refers to. */
export function namesOfPart(part: PartToEdit): Names {
  const { type, partType, category, categoryName, replacedBy, replacedByName } = part;
  const names: Record<string, string> = {};
  if (type !== null && partType !== null) names[nameKey('type', type)] = partType.name;
  if (category !== null && categoryName !== null)
    names[nameKey('category', category)] = categoryName;
  if (replacedBy !== null && replacedByName !== null)
    names[nameKey('replacedBy', replacedBy)] = partName(replacedByName, part.replacedByNumber);
  return names;
}

/** The names of what these facts refer to; what cannot be asked for has none. */
export async function namesIn(all: readonly Facts[]): Promise<Names> {
  const found = await Promise.all(
    all.flatMap((facts) =>
      partFactNames.map(async (fact): Promise<Names> => {
        const value = facts[fact];
        if (typeof value !== 'string' || value === '') return {};
        const name = await asked(factOf(fact).control, value).catch(() => undefined);
        return name === undefined ? {} : { [nameKey(fact, value)]: name };
      }),
    ),
  );
  return Object.assign({}, ...found) as Names;
}

async function asked(control: string, key: string): Promise<string | undefined> {
  if (control === 'type') return (await partTypes()).find(({ id }) => id === key)?.name;
  if (control === 'category')
    return (await partTypes()).find(({ category }) => category === key)?.categoryName;
  if (control !== 'part') return undefined;
  const { name, partNumber } = await call('getManagedPart', { params: { id: key } });
  return partName(name, partNumber);
}
