import type { Random } from '#server/db/demo/random.ts';
import type { Fitting } from './fitting.ts';
import type { AttributeRange, Attributes, Value } from './part-types.ts';

/** The input of a rule. */
export interface Draw {
  random: Random;
  /** 0 = the smallest of its type, 1 = the largest; the price follows it. */
  size: number;
  fitting: Fitting;
  /** Every attribute as it was drawn on its own, or as an earlier rule corrected it. */
  drawn: Attributes;
  /** The attribute that the rule is for. */
  range: AttributeRange;
}

/** Corrects an attribute, or several that go together; undefined leaves it. */
export type Rule = (draw: Draw) => Value | Attributes | undefined;

/** Rounds to the step of a range, without floating-point errors. */
export function roundTo(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toFixed(2));
}

export function numberOf(attributes: Attributes, key: string): number {
  const value = Number(attributes[key]);
  if (!Number.isFinite(value)) throw new Error(`The demo data has no number for ${key}.`);
  return value;
}

/** The value in a range for a part of this size. */
export function along(size: number, min: number, max: number): number {
  return min + Math.min(1, Math.max(0, size)) * (max - min);
}

/** The first model year a part fits. */
export function firstYear({ fitting }: Draw): number {
  return fitting.fitments[0]?.yearFrom ?? 0;
}

function measured({ key, ...range }: AttributeRange) {
  if ('values' in range) throw new Error(`${key} has values instead of a range.`);
  return range;
}

/** Makers of the rules that many types share; part-types.json has their names and parameters. */
export const sharedRules = {
  always:
    (value: Value): Rule =>
    () =>
      value,
  oneOf:
    (...values: Value[]): Rule =>
    ({ random }) =>
      random.pick(values),
  /** By the value of another attribute: a value, or one of several; '*' is the default. */
  by:
    (key: string, table: Record<string, Value | Value[]>): Rule =>
    ({ drawn, random }) => {
      const found = table[String(drawn[key])] ?? table['*'];
      return Array.isArray(found) ? random.pick(found) : found;
    },
  /** By a number: the first row whose number it reaches. */
  reaching:
    (key: string, ...rows: [least: number, value: Value][]): Rule =>
    ({ drawn }) =>
      rows.find(([least]) => numberOf(drawn, key) >= least)?.[1],
  /** Larger in larger parts. */
  bySize:
    (min: number, max: number, step: number): Rule =>
    ({ size }) =>
      roundTo(along(size, min, max), step),
  /** In proportion to another attribute, between two numbers. */
  inStepWith:
    (key: string, [from, to]: [number, number], [min, max]: [number, number]): Rule =>
    ({ drawn, range }) =>
      roundTo(along((numberOf(drawn, key) - from) / (to - from), min, max), measured(range).step),
  /** Another attribute times a random factor from this range. */
  times:
    (key: string, least: number, spread: number): Rule =>
    ({ drawn, random, range }) => {
      const { min, max, step } = measured(range);
      const value = numberOf(drawn, key) * (least + random.next() * spread);
      return roundTo(Math.min(max, Math.max(min, value)), step);
    },
  /** Techniques that came with a model year. */
  since:
    (year: number, newer: string, older: string): Rule =>
    (draw) =>
      firstYear(draw) >= year ? newer : older,
};
