import type { Fitment } from '#server/db/demo/catalogue.ts';
import type { Random } from '#server/db/demo/random.ts';
import type { PartType } from './taxonomy.ts';
import { familyOf, hasBody, isHeavy, vehicles, type Vehicle, type Years } from './vehicles.ts';

/** What a part fits, and the first vehicle of it, which gives the name and the bolt pattern. */
export interface Fitting {
  fitments: Fitment[];
  main?: Vehicle;
}

interface FitRule {
  /** First and last model years that used the technique. */
  from?: number;
  to?: number;
  bodies?: string[];
  makes?: string[];
  models?: string[];
  /** Sedans and SUVs of one family share engines, but not springs. */
  engine?: boolean;
  /** Made for one vehicle: bodywork is not shared between models. */
  single?: boolean;
  /** Only vehicles whose bolt pattern is known, from this list if given, and all with the same one. */
  lugs?: string[] | 'any';
}

const openBack = ['SUV', 'Hatchback', 'Wagon', 'Minivan'];
const steelWheelLugs = ['4x98', '4x100', '4x108', '5x100', '5x108', '5x112', '5x114.3'];

/** Diesels sold in this market, in the years in which most of these models had one. */
const diesel: FitRule = {
  from: 2009,
  to: 2015,
  models: [
    'Jetta',
    'Golf',
    'Passat',
    'Sprinter',
    'F-250',
    'F-350',
    '2500',
    '3500',
    'Silverado',
    'Sierra',
    '328d',
  ],
};

/** The others drive the camshaft by chain. */
const beltMakes = [
  'Honda',
  'Acura',
  'Volkswagen',
  'Audi',
  'Hyundai',
  'Kia',
  'Subaru',
  'Mitsubishi',
  'Volvo',
];

const body: FitRule = { single: true };

const rules: Record<string, FitRule> = {
  'brake-disc': { lugs: 'any' },
  'brake-drum': { lugs: 'any', to: 2019, bodies: ['Sedan', 'Hatchback', 'Pickup'] },
  'brake-shoe-set': { to: 2019, bodies: ['Sedan', 'Hatchback', 'Pickup'] },
  'wheel-cylinder': { to: 2019, bodies: ['Sedan', 'Hatchback', 'Pickup'] },
  'handbrake-cable': { to: 2018 },
  'wheel-hub-with-bearing': { lugs: 'any' },
  'steel-wheel': { lugs: steelWheelLugs },
  'leaf-spring': { bodies: ['Pickup'] },
  'tailgate-gas-strut': { bodies: openBack, single: true },
  'rear-wiper-blade': { bodies: openBack },
  'glow-plug': diesel,
  'diesel-fuel-filter': diesel,
  'fuel-filter-in-line': { to: 2012 },
  'v-belt': { to: 2012 },
  'timing-belt': { makes: beltMakes, to: 2020 },
  'timing-belt-kit': { makes: beltMakes, to: 2020 },
  'distributor-cap': { to: 2001 },
  'rotor-arm': { to: 2001 },
  'ignition-lead-set': { to: 2010 },
  'idle-air-control-valve': { to: 2010 },
  'power-steering-pump': { to: 2015 },
  'power-steering-hose': { to: 2015 },
  'high-pressure-fuel-pump': { from: 2010 },
  'fuel-injector-direct': { from: 2010 },
  'tpms-sensor': { from: 2007 },
  'parking-sensor': { from: 2010 },
  'clutch-kit': { to: 2019 },
  'clutch-release-bearing': { to: 2019 },
  'flywheel-dual-mass': { to: 2019 },
  'propshaft-coupling': { makes: ['BMW', 'Mercedes-Benz', 'Lexus', 'Dodge'] },
  'universal-joint': { bodies: ['Pickup', 'SUV'] },
  'front-bumper-cover': body,
  wing: body,
  bonnet: body,
  'radiator-grille': body,
  'door-mirror': body,
  'mirror-glass': body,
  headlight: body,
  'tail-light': body,
  'fog-light': body,
};

interface Candidate {
  vehicle: Vehicle;
  years: Years;
}

function clip(years: Years, rule: FitRule): Years {
  return { from: Math.max(years.from, rule.from ?? 0), to: Math.min(years.to, rule.to ?? 9999) };
}

function candidatesFor(rule: FitRule): Candidate[] {
  return vehicles
    .filter((vehicle) => !rule.bodies || hasBody(vehicle, rule.bodies))
    .filter((vehicle) => !rule.makes || rule.makes.includes(vehicle.make))
    .filter((vehicle) => !rule.models || rule.models.includes(vehicle.model))
    .filter(
      (vehicle) =>
        !rule.lugs || (vehicle.lug && (rule.lugs === 'any' || rule.lugs.includes(vehicle.lug))),
    )
    .flatMap((vehicle) =>
      vehicle.generations.map((generation) => ({ vehicle, years: clip(generation, rule) })),
    )
    .filter(({ years }) => years.to - years.from >= 2);
}

function popularity({ vehicle, years }: Candidate): number {
  return vehicle.weight * 0.88 ** (2026 - years.to);
}

function sharesPartsWith(main: Candidate, other: Candidate, rule: FitRule): boolean {
  const overlap =
    Math.min(main.years.to, other.years.to) - Math.max(main.years.from, other.years.from);
  return (
    overlap >= 2 &&
    other.vehicle.model !== main.vehicle.model &&
    (familyOf(main.vehicle.make)?.includes(other.vehicle.make) ?? false) &&
    isHeavy(main.vehicle) === isHeavy(other.vehicle) &&
    (rule.engine || hasBody(other.vehicle, main.vehicle.bodies)) &&
    (!rule.lugs || other.vehicle.lug === main.vehicle.lug)
  );
}

function fitmentOf({ vehicle, years }: Candidate): Fitment {
  return { make: vehicle.make, model: vehicle.model, yearFrom: years.from, yearTo: years.to };
}

/** Chooses the vehicles a new part of this type fits: popular recent ones first, then relatives of the same years. */
export function chooseFitting(type: PartType, random: Random): Fitting {
  if (type.fit === 'universal' || type.fit === 'size') return { fitments: [] };
  const rule = { engine: type.fit === 'engine', ...rules[type.id] };
  const candidates = candidatesFor(rule);
  const main = random.pickWeighted(candidates, popularity);
  const chosen = [main];
  const wanted = rule.single ? 0 : random.pick([0, 1, 1, 2, 2, 3, 4]);
  for (let round = 0; round < wanted; round++) {
    const taken = new Set(chosen.map(({ vehicle }) => vehicle.model));
    const relatives = candidates.filter(
      (other) => !taken.has(other.vehicle.model) && sharesPartsWith(main, other, rule),
    );
    if (relatives.length > 0) chosen.push(random.pickWeighted(relatives, popularity));
  }
  return { fitments: chosen.map(fitmentOf), main: main.vehicle };
}
