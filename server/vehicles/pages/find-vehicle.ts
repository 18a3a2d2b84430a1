import { vehicleSlug } from '#contract/vehicle-slug.ts';
import type { Database } from '#server/shop.ts';
import type { ShopVehicles } from '#server/vehicles/shop-vehicles.ts';
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
  return grouped(makes, (make) => shownAs(vehicles, { make, model: '' }));
}

/** The models of a make that fitments name, by their slugs. */
export async function modelGroups(
  db: Database,
  vehicles: ShopVehicles,
  make: MakeGroup,
  only = { sold: false },
): Promise<ReadonlyMap<string, ModelGroup>> {
  const models = await listModels(db, make.spellings, only);
  return grouped(models, (one) => shownAs(vehicles, one));
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
    const make = asked.makes.get(vehicleSlug(meant.make));
    if (!make) continue;
    const models = tried.get(make) ?? (await modelGroups(db, vehicles, make));
    tried.set(make, models);
    const model = models.get(vehicleSlug(meant.model));
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
  const slug = vehicleSlug(typed);
  return [...new Set([slug, slug.replaceAll('-', ' ')])];
}

interface Shown {
  readonly name: string;
  readonly slug: string;
}

/** What was found of the names of fitments, which are the same for each page: the shop's spelling of a make or a model, and its slug. */
const kept = new WeakMap<ShopVehicles, Map<string, Shown>>();

function shownAs(vehicles: ShopVehicles, { make, model }: NamedModel): Shown {
  const names = kept.get(vehicles) ?? new Map<string, Shown>();
  kept.set(vehicles, names);
  const key = `${make}\n${model}`;
  const known = names.get(key);
  if (known) return known;
  const its = vehicles.spelled(make, model);
  const name = model === '' ? its.make : its.model;
  const shown = { name, slug: vehicleSlug(name) };
  names.set(key, shown);
  return shown;
}

/** Names by their slugs. The one that the shop knows, else the first, is shown. */
function grouped<Name>(
  names: readonly Name[],
  shownOf: (name: Name) => Shown,
): ReadonlyMap<string, Group<Name>> {
  const groups = new Map<string, Group<Name>>();
  for (const one of names) {
    const { name, slug } = shownOf(one);
    const { spellings = [], ...its } = groups.get(slug) ?? { name, slug };
    groups.set(slug, { ...its, spellings: [...spellings, one] });
  }
  return new Map([...groups].toSorted(([, one], [, other]) => compare(one.name, other.name)));
}

const { compare } = new Intl.Collator('en', { numeric: true });
