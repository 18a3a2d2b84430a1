import { engineText } from '#contract/engine-rules.ts';
import {
  vehiclePageLengths,
  type VehiclePage,
  type VehiclePageQuery,
} from '#contract/vehicle-pages.ts';
import { vehicleSlug } from '#contract/vehicle-slug.ts';
import { refuse } from '#server/http/refusal.ts';
import { showPart } from '#server/parts/part-row.ts';
import type { Database } from '#server/shop.ts';
import { vehiclesOf } from '#server/vehicles/kept-vehicles.ts';
import type { ShopVehicles } from '#server/vehicles/shop-vehicles.ts';
import {
  findVehicle,
  makeGroups,
  modelGroups,
  type FoundVehicle,
  type Group,
  type ModelGroup,
} from './find-vehicle.ts';
import { listMakesAndCategories, listSoldMakes, type CategoryName } from './named-store.ts';
import { findSold, type SoldFor } from './sold-store.ts';
import { yearsOf } from './years-of.ts';

const nothing: VehiclePage = {
  make: null,
  model: null,
  year: null,
  category: null,
  makes: [],
  models: [],
  years: [],
  built: [],
  engines: [],
  parts: { count: 0, more: false },
  categories: [],
  rows: [],
};

/** What a page of vehicles shows. Refuses with `vehicle_without_parts` what no part on sale is for. */
export async function vehiclePage(db: Database, query: VehiclePageQuery): Promise<VehiclePage> {
  const vehicles = await vehiclesOf(db);
  if (query.make === undefined) {
    const makes = makeGroups(await listSoldMakes(db), vehicles);
    return { ...nothing, makes: [...makes.values()].map(named) };
  }
  const year = query.year === undefined ? null : yearIn(query.year);
  const { makes, categories } = await listMakesAndCategories(db);
  const { make, model, category } = query;
  const its = { makes: makeGroups(makes, vehicles), make, model, year };
  const found = (await findVehicle(db, vehicles, its)) ?? refuse('vehicle_without_parts');
  return found.model === undefined
    ? makePage(db, vehicles, found)
    : modelPage({ db, vehicles, year, categories, category }, { ...found, model: found.model });
}

async function makePage(
  db: Database,
  vehicles: ShopVehicles,
  { make }: FoundVehicle,
): Promise<VehiclePage> {
  const models = [...(await modelGroups(db, vehicles, make, { sold: true })).values()];
  if (models.length === 0) refuse('vehicle_without_parts');
  const built = models.map((model) => vehicles.years(make.name, model.name));
  return {
    ...nothing,
    make: named(make),
    models: models.map((model, at) => ({ ...named(model), built: built[at] ?? [] })),
  };
}

interface Asked {
  readonly db: Database;
  readonly vehicles: ShopVehicles;
  readonly year: number | null;
  readonly categories: readonly CategoryName[];
  readonly category: string | undefined;
}

async function modelPage(
  { db, vehicles, year, categories, category }: Asked,
  { make, model, models }: FoundVehicle & { readonly model: ModelGroup },
): Promise<VehiclePage> {
  const shelves = shelvesOf(categories);
  const shelf = category === undefined ? undefined : shelves.find(category);
  if (category !== undefined && !shelf) refuse('vehicle_without_parts');
  // In some years it was sold under another name, too.
  const names = year === null ? [model.name] : vehicles.namesOf(make.name, model.name, year);
  const spellings = names.flatMap((name) => models.get(vehicleSlug(name))?.spellings ?? []);
  const sold = await findSold(db, spellings, {
    year,
    category: shelf?.id ?? null,
    limit: shelf ? vehiclePageLengths.category : vehiclePageLengths.first,
  });
  if (sold.parts.count === 0) refuse('vehicle_without_parts');
  return {
    ...nothing,
    make: named(make),
    model: named(model),
    year,
    category: shelf ? named(shelf) : null,
    years: year === null ? yearsOf(sold.spans) : [],
    built: vehicles.years(make.name, model.name),
    engines: vehicles.engines(make.name, model.name, year).map(engineText),
    parts: sold.parts,
    categories: shelves.withParts(sold),
    rows: sold.rows.map(showPart),
  };
}

/** The categories, and their slugs: a category's address is made of its id. */
function shelvesOf(categories: readonly CategoryName[]) {
  const all = categories.map((its) => ({ ...its, slug: vehicleSlug(its.id) }));
  const bySlug = new Map(all.toReversed().map((shelf) => [shelf.slug, shelf]));
  return {
    find: (typed: string) =>
      bySlug.get(vehicleSlug(typed)) ??
      all.find(({ name }) => vehicleSlug(name) === vehicleSlug(typed)),
    withParts: (sold: SoldFor) =>
      all.flatMap((shelf) => {
        const its = sold.categories.find(({ id }) => id === shelf.id);
        return its && bySlug.get(shelf.slug) === shelf
          ? [{ ...named(shelf), id: shelf.id, parts: its.parts }]
          : [];
      }),
  };
}

/** The year of an address; there are no others than those that fitments may have. */
function yearIn(typed: string): number {
  return /^(?:19|20)\d\d$|^2100$/.test(typed) ? Number(typed) : refuse('vehicle_without_parts');
}

function named({ name, slug }: Pick<Group<unknown>, 'name' | 'slug'>) {
  return { name, slug };
}
