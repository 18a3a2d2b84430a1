import type { Database } from '#server/shop.ts';
import type { ShopVehicles } from '#server/vehicles/shop-vehicles.ts';
import { slugOf } from '#server/vehicles/kept-slugs.ts';
import { listModels, type NamedModel } from './named-store.ts';

/** A make or model that has a page, with all the names that fitments have for it. */
export interface Group<Name> {
  readonly name: string;
  readonly slug: string;
  readonly spellings: readonly Name[];
}

export type MakeGroup = Group<string>;
export type ModelGroup = Group<NamedModel>;

/** What an address means. */
export interface FoundVehicle {
  readonly make: MakeGroup;
  readonly model: ModelGroup | undefined;
  /** All models of the make, by their slugs. */
  readonly models: ReadonlyMap<string, ModelGroup>;
}

/** Makes by their slugs, each with all its spellings. */
export function makeGroups(
  makes: readonly string[],
  vehicles: ShopVehicles,
): ReadonlyMap<string, MakeGroup> {
  return grouped(makes, (make) => vehicles.spelled(make, '').make);
}

/** The models of a make that fitments name, by their slugs. */
export async function modelGroups(
  db: Database,
  vehicles: ShopVehicles,
  make: MakeGroup,
  only = { sold: false },
): Promise<ReadonlyMap<string, ModelGroup>> {
  const models = await listModels(db, make.spellings, only);
  return grouped(models, (one) => vehicles.spelled(one.make, one.model).model);
}

/** The make and the model that are meant, in any spelling and by any name that the shop knows; undefined when no part names them. */
export async function findVehicle(
  db: Database,
  vehicles: ShopVehicles,
  asked: {
    /** Those that fitments name. */
    readonly makes: ReadonlyMap<string, MakeGroup>;
    readonly make: string;
    readonly model: string | undefined;
    readonly year: number | null;
  },
): Promise<FoundVehicle | undefined> {
  const tried = new Map<MakeGroup, ReadonlyMap<string, ModelGroup>>();
  for (const meant of meanings(vehicles, asked)) {
    const make = asked.makes.get(slugOf(meant.make));
    if (!make) continue;
    const models = tried.get(make) ?? (await modelGroups(db, vehicles, make));
    tried.set(make, models);
    const model = models.get(slugOf(meant.model));
    if (model || asked.model === undefined) return { make, model, models };
  }
  return undefined;
}

/** What the words of an address may mean, as they stand there first. */
function meanings(
  vehicles: ShopVehicles,
  { make, model = '', year }: { make: string; model: string | undefined; year: number | null },
): NamedModel[] {
  const typed = readings(make).flatMap((itsMake) =>
    readings(model).map((itsModel) => ({ make: itsMake, model: itsModel })),
  );
  const spelled = typed.map((one) => vehicles.spelled(one.make, one.model));
  const named = [...typed, ...spelled].map((one) => vehicles.named(one.make, one.model));
  const others = named.flatMap((one) =>
    vehicles.namesOf(one.make, one.model, year).map((other) => ({ ...one, model: other })),
  );
  return [...typed, ...spelled, ...named, ...others];
}

/** An address has hyphens where names have these, or blanks. */
function readings(typed: string): string[] {
  const slug = slugOf(typed);
  return [...new Set([slug, slug.replaceAll('-', ' ')])];
}

/** Names by their slugs. The one that the shop knows, else the first, is shown. */
function grouped<Name>(
  names: readonly Name[],
  nameOf: (name: Name) => string,
): ReadonlyMap<string, Group<Name>> {
  const groups = new Map<string, Group<Name>>();
  for (const one of names) {
    const name = nameOf(one);
    const slug = slugOf(name);
    const { spellings = [], ...its } = groups.get(slug) ?? { name, slug };
    groups.set(slug, { ...its, spellings: [...spellings, one] });
  }
  return new Map([...groups].toSorted(([, one], [, other]) => compare(one.name, other.name)));
}

const { compare } = new Intl.Collator('en', { numeric: true });
