import { at } from '#server/db/demo/random.ts';
import { readRows } from './read-data.ts';

export interface Years {
  from: number;
  to: number;
}

export interface Vehicle {
  make: string;
  model: string;
  bodies: string[];
  /** How often workshops meet it: more model years and more recent ones weigh more. */
  weight: number;
  /** Bolt holes × bolt circle in mm, where it is known; brake discs and wheels go only on these. */
  lug?: string;
  /** Parts fit a generation of a model, never its whole history. */
  generations: Years[];
}

/** Makes that share engines, platforms and therefore parts. */
const families = [
  ['Toyota', 'Lexus'],
  ['Honda', 'Acura'],
  ['Ford', 'Lincoln'],
  ['Chevrolet', 'GMC', 'Buick', 'Cadillac'],
  ['Nissan', 'Infiniti'],
  ['Hyundai', 'Kia'],
  ['Jeep', 'Dodge', 'Chrysler', 'Ram'],
  ['Volkswagen', 'Audi'],
  ['BMW', 'Mini'],
  ['Mercedes-Benz'],
  ['Subaru'],
  ['Mazda'],
  ['Volvo'],
  ['Mitsubishi'],
];

/** Fleet-only, limited and renamed models: nobody stocks 100 pieces for them. */
const oddModels =
  /Police|Limited|LTD|HD$|LD$|Classic|MKII|Scion|iM|iA|FCX|\(|Corvette|GT-R|NSX|Hybrid|Alpina|^[ML]\d|^RS |^S\d|^F-[45]50|Hummer|Type R|Clarity|Mirai|Nexo|^GT$|AMG|SLS|CL-Class|SL-Class|Viper|^R8|i-MiEV|^LC$|TT|Supra|86$|BRZ|^[45][05]00$/;

/** Without an engine most of this shop does not apply; the long tail leaves them out. */
const electricModels =
  /\bEV|Bolt|Leaf|Ariya|Ioniq|ID\.|e-Golf|e-tron|Mach-E|bZ|Prologue|Solterra|EQ[A-Z]|^i\d|^iX|Trailseeker|Recon|Wagoneer S|Lyriq|Optiq|Vistiq|Celestiq|Blazer|ZDX|RZ|Energica|Spark|C40|EX\d|XC40|Volt/;

function isOdd(make: string, model: string): boolean {
  return !familyOf(make) || oddModels.test(model) || electricModels.test(model);
}

function generationsOf({ from, to }: Years): Years[] {
  const generations: Years[] = [];
  for (let end = to; end >= from; end -= 6)
    generations.unshift({ from: Math.max(from, end - 5), to: end });
  return generations;
}

interface Range extends Years {
  make: string;
  model: string;
  bodies: string[];
}

function readRanges(): Range[] {
  return readRows('vehicles.csv').map(([make = '', model = '', from, to, bodies = '']) => ({
    make,
    model,
    from: Number(from),
    to: Number(to),
    bodies: bodies.split('|'),
  }));
}

function readPopular(ranges: Range[]): Vehicle[] {
  return readRows('popular-models.csv').map(
    ([make = '', model = '', weight, lug = '', generations = '']) => ({
      make,
      model,
      weight: Number(weight),
      lug,
      bodies: ranges
        .filter((range) => range.make === make && range.model === model)
        .flatMap((range) => range.bodies),
      generations: generations.split('|').map((years) => {
        const [from, to] = years.split('-').map(Number);
        return { from: from ?? 0, to: to ?? 0 };
      }),
    }),
  );
}

function readVehicles(): Vehicle[] {
  const ranges = readRanges();
  const popular = readPopular(ranges);
  const known = new Set(popular.map((vehicle) => `${vehicle.make} ${vehicle.model}`));
  const others = ranges
    .filter((range) => range.to >= 2012 && range.to - range.from >= 4)
    .filter(
      (range) => !known.has(`${range.make} ${range.model}`) && !isOdd(range.make, range.model),
    )
    .map((range) => ({
      make: range.make,
      model: range.model,
      bodies: range.bodies,
      weight: (Math.min(range.to - range.from + 1, 25) / 40) * 0.85 ** (2026 - range.to),
      generations: generationsOf(range),
    }));
  return [...popular, ...others];
}

/** The makes that share parts with this one, or undefined for makes this shop does not serve. */
export function familyOf(make: string): string[] | undefined {
  return families.find((family) => family.includes(make));
}

/** Every vehicle the demo shop sells parts for. */
export const vehicles: readonly Vehicle[] = readVehicles();

/** True when the model ever had one of these bodies. */
export function hasBody(vehicle: Vehicle, bodies: readonly string[]): boolean {
  return vehicle.bodies.some((body) => bodies.includes(body));
}

const heavyModels =
  /Navigator|Expedition|Tahoe|Suburban|Escalade|Yukon|Sequoia|4Runner|Cruiser|^[GL]X$|Armada|QX[58]|Wrangler|Wagoneer/;

/** Pickups, vans and the off-roaders built on their frames: they share chassis parts with each other only. */
export function isHeavy(vehicle: Vehicle): boolean {
  return hasBody(vehicle, ['Pickup', 'Van']) || heavyModels.test(vehicle.model);
}

/** '2009', '2018–2024': a single year is never printed as a range. */
export function yearsText({ from, to }: Years): string {
  return from === to ? String(from) : `${from}–${to}`;
}

/** The bolt pattern '5x114.3' as numbers. */
export function boltPattern(lug: string): { holes: number; circleMm: number } {
  const [holes, circle] = lug.split('x').map(Number);
  return { holes: at([holes ?? 0], 0), circleMm: at([circle ?? 0], 0) };
}
