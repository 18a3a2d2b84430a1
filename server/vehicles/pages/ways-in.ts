import { vehicleSlug } from '#contract/vehicle-slug.ts';
import type { Database } from '#server/shop.ts';
import { vehiclesOf } from '#server/vehicles/kept-vehicles.ts';
import { makeGroups, modelGroups } from './find-vehicle.ts';
import { listSoldMakes, type NamedModel } from './named-store.ts';
import { listSoldSpans } from './sold-store.ts';
import { yearsOf } from './years-of.ts';

/** A make with a page. */
export interface MakeWay {
  readonly address: string;
  readonly models: readonly ModelWay[];
}

/** A model with a page. */
export interface ModelWay {
  readonly address: string;
  readonly spellings: readonly NamedModel[];
}

/** All makes and models for which parts are on sale, make by make so that no statement is long. */
export async function listWaysOfMakes(db: Database): Promise<MakeWay[]> {
  const vehicles = await vehiclesOf(db);
  const makes = makeGroups(await listSoldMakes(db), vehicles);
  const ways: MakeWay[] = [];
  for (const make of makes.values()) {
    const address = addressOf(make.slug);
    const models = [...(await modelGroups(db, vehicles, make, { sold: true })).values()];
    ways.push({
      address,
      models: models.map(({ slug, spellings }) => ({
        address: `${address}${below(slug)}`,
        spellings,
      })),
    });
  }
  return ways;
}

/** The pages of a model: its own, and of the latest years first those of the year and its categories. `most` of them at most. */
export async function listWaysIn(
  db: Database,
  { address, spellings }: ModelWay,
  most: number,
): Promise<string[]> {
  const spans = await listSoldSpans(db, spellings);
  if (spans.length === 0) return [];
  const ways = yearsOf(spans).flatMap((year) => {
    const ofYear = `${address}${below(String(year))}`;
    const covering = spans.filter(({ from, to }) => from <= year && year <= to);
    const shelves = covering.map(({ category }) => vehicleSlug(category ?? ''));
    const its = [...new Set(shelves)].filter(Boolean).toSorted();
    return [ofYear, ...its.map((slug) => `${ofYear}${below(slug)}`)];
  });
  return [address, ...ways].slice(0, most);
}

function addressOf(make: string): string {
  return `/vehicles${below(make)}`;
}

function below(slug: string): string {
  return `/${encodeURIComponent(slug)}`;
}
