import { readRows } from './read-data.ts';

export interface Years {
  from: number;
  to: number;
}

/** A model that the demo shop sells parts for. */
export interface Vehicle {
  make: string;
  /** Makes of one family share engines, platforms and therefore parts. */
  family: string;
  model: string;
  /** Pickups, vans and the off-roaders built on their frames: they share chassis parts with each other only. */
  heavy: boolean;
  built: Years;
  bodies: string[];
  /** How common it is. */
  weight: number;
  /** Bolt holes × bolt circle in mm, if known; brake discs and wheels fit only vehicles with the same. */
  lug: string;
  /** Parts fit one generation of a model. */
  generations: Years[];
}

function yearsFrom(text: string): Years {
  const [from = 0, to = 0] = text.split('-').map(Number);
  return { from, to };
}

/** Assumed generations when they are not known: six years each, counted back from the last. */
function sixYearsEach({ from, to }: Years): Years[] {
  const count = Math.ceil((to - from + 1) / 6);
  return Array.from({ length: count }, (_, place) => {
    const end = to - 6 * (count - 1 - place);
    return { from: Math.max(from, end - 5), to: end };
  });
}

/** Higher for models with more and more recent years. */
const usualWeight = ({ from, to }: Years) =>
  (Math.min(to - from + 1, 25) / 40) * 0.85 ** (2026 - to);

function vehicleOf(row: string[]): Vehicle {
  const [make = '', family = '', model = '', heavy, from, to, bodies = '', ...popular] = row;
  const [weight, lug = '', generations] = popular;
  const built = { from: Number(from), to: Number(to) };
  return {
    make,
    family,
    model,
    heavy: heavy === 'yes',
    built,
    bodies: bodies.split('|'),
    weight: weight ? Number(weight) : usualWeight(built),
    lug,
    generations: generations ? generations.split('|').map(yearsFrom) : sixYearsEach(built),
  };
}

/** Every model the demo sells parts for, the most common first. */
export const vehicles: readonly Vehicle[] = readRows('vehicles.csv').map(vehicleOf);
