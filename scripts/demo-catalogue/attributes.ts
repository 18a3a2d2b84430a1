import type { Random } from '#server/db/demo/random.ts';
import { along, type Rule, roundTo, sharedRules } from './attribute-rule.ts';
import type { Fitting } from './fitting.ts';
import type { AttributeRange, Attributes, PartType, Value } from './part-types.ts';
import { rulesByType } from './rules-by-type.ts';

function drawOne(range: AttributeRange, random: Random, size: number): Value {
  if ('values' in range) return random.pick(range.values);
  const place = along(size + (random.next() - 0.5) * 0.3, range.min, range.max);
  const steps = Math.round((place - range.min) / range.step);
  return roundTo(Math.min(range.max, range.min + steps * range.step), 0.01);
}

const ruleMakers: Readonly<Record<string, (...parts: never[]) => Rule>> = sharedRules;

function sharedRule({ rule }: AttributeRange): Rule | undefined {
  if (!rule) return undefined;
  const [name, ...parts] = rule;
  const make = ruleMakers[name];
  if (!make) throw new Error(`There is no shared rule ${name}.`);
  return make(...(parts as never[]));
}

/** Draws each attribute of a part on its own, then corrects those that depend on each other or on the vehicle. */
export function drawAttributes(
  type: PartType,
  fitting: Fitting,
  size: number,
  random: Random,
): Attributes {
  const drawn: Attributes = {};
  for (const range of type.attributes) drawn[range.key] = drawOne(range, random, size);
  const rules = rulesByType[type.id];
  const inOrder = rules
    ? Object.keys(rules).flatMap((key) => type.attributes.filter((range) => range.key === key))
    : type.attributes;
  for (const range of inOrder) {
    const rule = rules?.[range.key] ?? sharedRule(range);
    const corrected = rule?.({ random, size, fitting, drawn, range });
    if (typeof corrected === 'object') Object.assign(drawn, corrected);
    else if (corrected !== undefined) drawn[range.key] = corrected;
  }
  return drawn;
}
