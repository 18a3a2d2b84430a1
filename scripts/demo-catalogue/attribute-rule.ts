import type { Fitting } from './fitting.ts';
import type { Random } from '#server/db/demo/random.ts';

/** What was measured of a part, by the taxonomy's keys. */
export type Attributes = Record<string, number | string>;

/** All a rule may look at. */
export interface DrawContext {
  random: Random;
  /** 0 = the smallest of its type, 1 = the largest; the price follows it. */
  size: number;
  fitting: Fitting;
  /** The first draw, every attribute on its own. */
  drawn: Attributes;
}

/** Corrects attributes that depend on each other; what it answers replaces the first draw. */
export type AttributeRule = (context: DrawContext) => Attributes;

/** Rounds to the step of a range without leaving binary dust behind. */
export function roundTo(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toFixed(2));
}

/** A number of the first draw. */
export function numberOf(attributes: Attributes, key: string): number {
  const value = Number(attributes[key]);
  if (!Number.isFinite(value)) throw new Error(`The demo data has no number for ${key}.`);
  return value;
}

/** Where in a range a part of this size lies. */
export function along(size: number, min: number, max: number): number {
  return min + Math.min(1, Math.max(0, size)) * (max - min);
}
