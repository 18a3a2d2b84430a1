import { sql, type RawBuilder } from 'kysely';
import { readEngine } from '#contract/engine-rules.ts';
import { mostCounted, type SearchQuery } from '#contract/search.ts';
import type { Database } from '#server/shop.ts';
import { enginesThatAgree } from '#server/vehicles/engines-that-agree.ts';
import { vehiclesOf } from '#server/vehicles/kept-vehicles.ts';
import type { ShopVehicles } from '#server/vehicles/shop-vehicles.ts';
import type { LexiconType } from './lexicon.ts';
import type { Vocabulary } from './vocabulary.ts';
import { mostSifted, partsWhere, siftedColumns } from './found-store.ts';
import { ownWords, quotedWord } from './own-words.ts';
import { turnsOf } from './shelf.ts';

/** A name of a model, and the years in which it was sold under it. */
export interface NamedSpan {
  readonly model: string;
  readonly from: number;
  readonly to: number;
}

/** A vehicle that parts are looked for by, in the shop's spelling. */
export interface WantedVehicle {
  readonly make: string;
  readonly model: string | null;
  readonly year: number | null;
  /** Other names of the model, with the years in which it was sold under them. */
  readonly otherNames?: readonly NamedSpan[];
  /** What fitments may demand of its engine, as a regular expression; missing for any. */
  readonly engine?: string | undefined;
}

/** A query of which the vehicle was looked up; `fit` is for those who ask it. */
export interface Wanted extends Omit<SearchQuery, 'make' | 'model' | 'year' | 'engine' | 'fit'> {
  readonly vehicle?: WantedVehicle | undefined;
  /** The types of which parts without vehicles fit any. */
  readonly universal?: readonly Pick<LexiconType, 'id' | 'category'>[];
  /** Words that a great many parts have. */
  readonly commonWords?: ReadonlySet<string>;
}

/** Those types of which parts without vehicles fit any that the query leaves. */
export function universalTypes({ universal = [], category, type }: Wanted): string[] {
  return universal
    .filter((one) => (!category || one.category === category) && (!type || one.id === type))
    .map(({ id }) => id);
}

/** Looks up the vehicle of a query, which part types fit any, and which words many parts have. */
export async function wantedOf(
  db: Database,
  { make, model, year, engine, fit: _fit, ...query }: SearchQuery,
  { types, commonWords }: Pick<Vocabulary, 'types' | 'commonWords'>,
): Promise<Wanted> {
  if (!make) return { ...query, commonWords };
  const vehicles = await vehiclesOf(db);
  const named = vehicles.named(make, model ?? '');
  const its = engine ? readEngine(engine) : undefined;
  return {
    ...query,
    commonWords,
    vehicle: {
      make: named.make,
      model: named.model || null,
      year: year ?? null,
      otherNames: otherNamesIn(vehicles, { ...named, year: year ?? null }),
      engine: its && enginesThatAgree(its),
    },
    universal: types.filter(({ fit }) => fit === 'universal'),
  };
}

/** The other names under which a vehicle was sold in its year, or ever. */
export function otherNamesIn(
  vehicles: Pick<ShopVehicles, 'otherNamesOf'>,
  { make, model, year }: Pick<WantedVehicle, 'make' | 'model' | 'year'>,
): readonly NamedSpan[] {
  if (!model) return [];
  const others = vehicles.otherNamesOf(make, model);
  return others.filter(({ from, to }) => !year || (from <= year && year <= to));
}

/** Whether the words of a part leave open if it fits: they have makes and models alone. */
export function wordsLeaveOpen({ year, engine, otherNames = [] }: WantedVehicle): boolean {
  return year !== null || engine !== undefined || otherNames.length > 0;
}

/** The names under which the vehicle's fitments stand. */
export function namesOf({
  model,
  otherNames = [],
}: Pick<WantedVehicle, 'model' | 'otherNames'>): readonly (string | null)[] {
  return [...new Set([model, ...otherNames.map((other) => other.model)])];
}

/**
 * Whether a part is bound to this vehicle: a look into the index by part, for each part that is asked about. So that it is never answered by all parts of
 * the vehicle, of which there are the more, the more parts there are, it has a limit and spans instead of equal values.
 */
export function fits(vehicle: WantedVehicle): RawBuilder<boolean> {
  const { make, model } = vehicle;
  const isIt =
    model === null || namesOf(vehicle).length > 1
      ? sql`f.make >= ${make} and f.make <= ${make}`
      : sql`(f.make, f.model) >= (${make}, ${model}) and (f.make, f.model) <= (${make}, ${model})`;
  return sql`(select true from fitments f where f.part_id = parts.id and ${isIt} ${agreeing(vehicle)} limit 1)`;
}

/** Whether a part names no vehicle. */
export const namesNone = sql<boolean>`(select true from fitments f where f.part_id = parts.id limit 1) is null`;

/** Whether a part is of the vehicle's list: bound to it, or of a type that fits any and bound to none. */
export function isOfVehicle(
  vehicle: WantedVehicle,
  universal: readonly string[],
): RawBuilder<boolean> {
  if (universal.length === 0) return fits(vehicle);
  return sql`(${fits(vehicle)} or (type_id = any (${universal}::text[]) and ${namesNone}))`;
}

/**
 * Parts that are bound to this vehicle, by the index of fitments: the first of them. In the order of that index, because the planner would read all fitments
 * for a vehicle that it takes for a common one.
 */
export function boundTo(vehicle: WantedVehicle): RawBuilder<unknown> {
  return sql`id = any(array(${sql.join(firstFitments(vehicle), sql` union all `)}))`;
}

/** Whether it has more fitments than those. */
export function isCutOff(vehicle: WantedVehicle): RawBuilder<boolean> {
  const each = firstFitments(vehicle).map(
    (its) => sql`(select count(*) from ${its} its) = ${sql.lit(mostFitments)}`,
  );
  return sql`(${sql.join(each, sql` or `)})`;
}

function firstFitments(vehicle: WantedVehicle): RawBuilder<unknown>[] {
  const { make } = vehicle;
  return namesOf(vehicle).map((model) => {
    const ofModel = model === null ? sql`` : sql`and f.model = ${model}`;
    return sql`(select f.part_id from fitments f where f.make = ${make} ${ofModel} ${agreeing(vehicle)}
      order by f.make, f.model, f.year_from, f.year_to, f.part_id limit ${sql.lit(mostFitments)})`;
  });
}

/** A part may be bound to a model by several spans of years. */
const mostFitments = 1000;

/** Rows of parts: the first of these types that fit any vehicle, type by type, each newest first. */
export function fittingAny(types: readonly string[]): RawBuilder<unknown> {
  const anyVehicle = sql.lit(quotedWord(ownWords.anyVehicle));
  return sql`(
    select ${siftedColumns} from unnest(${types}::text[]) with ordinality universal (type, place) cross join lateral (
      select ${siftedColumns} from ${partsWhere(sql`search @@ ${anyVehicle}::tsquery`)} and type_id = universal.type
        order by type_id, created_at desc, id desc limit ${sql.lit(mostCounted + 1)}) its limit ${sql.lit(mostCounted + 1)}) as parts`;
}

/** The same to be sifted: as many as may be, of the types by turns, so that many of one hide none of another. */
export function fittingAnySifted(types: readonly string[]): RawBuilder<unknown> {
  const anyVehicle = sql.lit(quotedWord(ownWords.anyVehicle));
  return sql`(
    select ${siftedColumns} from ${turnsOf(types, mostSifted)} cross join lateral (
      select ${siftedColumns} from ${partsWhere(sql`search @@ ${anyVehicle}::tsquery`)} and type_id = turn.kind
        order by type_id, created_at desc, id desc limit turn.rows offset turn.after) its limit ${sql.lit(mostSifted)}) as parts`;
}

/** What else a fitment of the make, or of the model by one of its names, must say. */
function agreeing(vehicle: WantedVehicle): RawBuilder<unknown> {
  const { year, engine } = vehicle;
  const inYear = year === null ? sql`` : sql`and f.year_from <= ${year} and f.year_to >= ${year}`;
  const ofEngine = engine === undefined ? sql`` : sql`and (f.engine = '' or f.engine ~ ${engine})`;
  return sql`${inYear} ${ofName(vehicle)} ${ofEngine}`;
}

/** Under another name only of the years in which it was sold so; with a year these are left already. */
function ofName({ model, otherNames = [] }: WantedVehicle): RawBuilder<unknown> {
  if (otherNames.length === 0) return sql``;
  const names = [
    sql`f.model = ${model}`,
    ...otherNames.map(
      (other) =>
        sql`f.model = ${other.model} and f.year_from <= ${other.to} and f.year_to >= ${other.from}`,
    ),
  ];
  return sql`and (${sql.join(names, sql` or `)})`;
}
