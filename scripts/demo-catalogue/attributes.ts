import { along, roundTo, type AttributeRule, type Attributes } from './attribute-rule.ts';
import { chassisRules } from './chassis-rules.ts';
import { carEngineRules } from './car-engine-rules.ts';
import type { Fitting } from './fitting.ts';
import type { Random } from '#server/db/demo/random.ts';
import { supplyRules } from './supply-rules.ts';
import type { AttributeRange, PartType } from './taxonomy.ts';

const rules: Record<string, AttributeRule> = { ...chassisRules, ...carEngineRules, ...supplyRules };

function drawOne(range: AttributeRange, random: Random, size: number): number | string {
  if ('values' in range) return random.pick(range.values);
  const place = along(size + (random.next() - 0.5) * 0.3, range.min, range.max);
  const steps = Math.round((place - range.min) / range.step);
  return roundTo(Math.min(range.max, range.min + steps * range.step), 0.01);
}

/** Draws the attributes of one part of a type, consistent with each other and with the vehicle. */
export function drawAttributes(
  type: PartType,
  fitting: Fitting,
  size: number,
  random: Random,
): Attributes {
  const drawn: Attributes = {};
  for (const range of type.attributes) drawn[range.key] = drawOne(range, random, size);
  return { ...drawn, ...rules[type.id]?.({ random, size, fitting, drawn }) };
}
