import fc from 'fast-check';
import type { Claim } from '#contract/fit-votes.ts';

/**
 * Whether parts fit vehicles, said a second time: by trying every vehicle that the chosen one may be with every fitment. Nothing of this asks the shop's own
 * rules; the engines that fitments demand are written down here as text and as facts.
 */
interface KnownEngine {
  readonly litres: number;
  readonly cylinders: number;
  readonly layout: 'L' | 'V' | 'H' | 'W';
  readonly fuel: 'petrol' | 'diesel' | 'electric' | 'flex' | 'hydrogen' | 'gas' | 'lpg';
}

type Facts<Of> = { readonly [Fact in keyof Of]: Of[Fact] | null };
type ChosenEngine = Facts<KnownEngine>;

export interface ChosenToTry {
  readonly make: string;
  readonly model: string | null;
  readonly year: number | null;
  readonly engine: ChosenEngine;
}

interface PartToTry {
  readonly fit: 'vehicle' | 'engine' | 'universal' | 'size' | null;
  readonly fitments: readonly Claim[];
}

/** What the oracle knows of vehicles. */
export interface World {
  readonly makes: readonly string[];
  readonly models: readonly string[];
  /** All names of a model in one year. */
  namesIn(model: string, year: number): readonly string[];
  /** Every year that may be meant where none is chosen. */
  readonly years: readonly number[];
}

const demands = {
  '': {},
  '2.0': { litres: 2 },
  '2.0 diesel': { litres: 2, fuel: 'diesel' },
  petrol: { fuel: 'petrol' },
  V6: { layout: 'V', cylinders: 6 },
  '4-cylinder': { cylinders: 4 },
  '1.6 L4 petrol': { litres: 1.6, layout: 'L', cylinders: 4, fuel: 'petrol' },
  flex: { fuel: 'flex' },
  lpg: { fuel: 'lpg' },
  electric: { fuel: 'electric' },
  '2.0 electric': { litres: 2, fuel: 'electric' },
} as const satisfies Readonly<Record<string, Partial<KnownEngine>>>;

/** Years of fitments: from, and how many more, until the last one. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/** Up to four fitments of a part. */
export function someFitments(
  makes: readonly string[],
  models: readonly string[],
  { first, last }: Span,
): fc.Arbitrary<Claim[]> {
  const texts = Object.keys(demands);
  const one = fc.record({
    make: fc.constantFrom(...makes),
    model: fc.constantFrom(...models),
    years: fc.tuple(fc.integer({ min: first, max: last }), fc.integer({ min: 0, max: 4 })),
    engine: fc.constantFrom('', ...texts),
    position: fc.constantFrom<Claim['position']>('', '', 'front', 'rear'),
    note: fc.constantFrom('', '', '', 'with air conditioning'),
  });
  const fitment = one.map(({ years: [from, more], ...rest }) => ({
    ...rest,
    yearFrom: from,
    yearTo: Math.min(from + more, last),
  }));
  return fc.array(fitment, { maxLength: 4 });
}

/** A vehicle as far as somebody has chosen it. */
export function someChosen(
  makes: readonly string[],
  models: readonly string[],
  { first, last }: Span,
): fc.Arbitrary<ChosenToTry> {
  return fc.record({
    make: fc.constantFrom(...makes),
    model: fc.option(fc.constantFrom(...models), { freq: 6 }),
    year: fc.option(fc.integer({ min: first, max: last }), { freq: 6 }),
    engine: fc.record({
      litres: fc.option(fc.constantFrom(1.6, 2)),
      cylinders: fc.option(fc.constantFrom(4, 6)),
      layout: fc.option(fc.constantFrom('L' as const, 'V' as const)),
      fuel: fc.option(
        fc.constantFrom(...(['petrol', 'diesel', 'flex', 'lpg', 'electric'] as const)),
      ),
    }),
  });
}

/** What a part's type says. */
export const someType = fc.constantFrom(
  ...(['vehicle', 'engine', 'universal', 'size', null] as const),
);

interface Certain {
  readonly make: string;
  readonly model: string;
  readonly year: number;
  readonly engine: CertainEngine;
}

interface CertainEngine extends KnownEngine {
  /** An electric one of which displacement or cylinders are said is that of a plug-in hybrid. */
  readonly isHybrid: boolean;
}

/** Every vehicle that the chosen one may be: what is not said is anything, also something that no part names. */
function* possible({ make, model, year, engine }: ChosenToTry, world: World): Generator<Certain> {
  for (const itsModel of model === null ? [...world.models, 'another'] : [model])
    for (const itsYear of year === null ? world.years : [year])
      for (const its of engines(engine))
        yield { make, model: itsModel, year: itsYear, engine: its };
}

/** Every engine that one may be of which something is known. */
function* engines({ litres, cylinders, layout, fuel }: ChosenEngine): Generator<CertainEngine> {
  const layouts = layout === null ? (['L', 'V', 'W'] as const) : [layout];
  const kinds = fuel === null ? (['petrol', 'diesel', 'flex', 'lpg', 'electric'] as const) : [fuel];
  const isBurning = litres !== null || cylinders !== null;
  const blocks = layouts.flatMap((its) =>
    kinds.map((kind) => ({ layout: its, fuel: kind, isHybrid: kind === 'electric' && isBurning })),
  );
  for (const its of litres === null ? [1.6, 2, 3] : [litres])
    for (const count of cylinders === null ? [4, 6, 5] : [cylinders])
      yield* blocks.map((block) => ({ litres: its, cylinders: count, ...block }));
}

/** Whether an engine of which all is known is the one that a fitment demands. Only flex and petrol leave it open, and either beside a plug-in hybrid. */
function isDemanded(engine: CertainEngine, text: string): 'yes' | 'no' | 'open' {
  const its: Partial<KnownEngine> = demands[text as keyof typeof demands];
  if (its.litres !== undefined && its.litres !== engine.litres) return 'no';
  if (its.cylinders !== undefined && its.cylinders !== engine.cylinders) return 'no';
  if (its.layout !== undefined && its.layout !== engine.layout) return 'no';
  if (its.fuel === undefined || its.fuel === engine.fuel) return 'yes';
  const pair = [its.fuel, engine.fuel].toSorted().join(' and ');
  if (pair === 'flex and petrol') return 'open';
  const isHybrid = engine.isHybrid || (its.fuel === 'electric' && /\d/.test(text));
  return isHybrid && /^electric and petrol$|^electric and flex$/.test(pair) ? 'open' : 'no';
}

/** The state by trying. */
export function stateByTrying(part: PartToTry, chosen: ChosenToTry, world: World): string {
  if (part.fitments.length === 0) return part.fit === 'universal' ? 'fits' : 'check';
  const isAbout = (one: Claim, its: Certain) =>
    one.make === its.make &&
    world.namesIn(its.model, its.year).includes(one.model) &&
    one.yearFrom <= its.year &&
    its.year <= one.yearTo;
  const covers = (one: Claim, its: Certain) =>
    isAbout(one, its) && isDemanded(its.engine, one.engine) === 'yes';
  const mayCover = (one: Claim, its: Certain) =>
    isAbout(one, its) && isDemanded(its.engine, one.engine) !== 'no';
  const known = part.fitments.filter(
    ({ make, model }) => world.makes.includes(make) && world.models.includes(model),
  );
  const sure = known.filter(({ note }) => note === '');
  const all = [...possible(chosen, world)];
  if (all.every((its) => sure.some((one) => covers(one, its)))) return 'fits';
  const mayBeIt = part.fitments.some(
    (one) => !known.includes(one) && (!world.makes.includes(one.make) || one.make === chosen.make),
  );
  const isPossible = all.some((its) => known.some((one) => mayCover(one, its)));
  return mayBeIt || isPossible ? 'check' : 'does not fit';
}
