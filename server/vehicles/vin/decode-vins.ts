import { setImmediate as nextTurn } from 'node:timers/promises';
import type { VinLine } from '#contract/vin-calls.ts';
import { mostVinLines, mostVins } from '#contract/vehicle-limits.ts';
import { vinIn } from '#contract/vin-rules.ts';
import { refuse } from '#server/http/refusal.ts';
import type { ShopVehicles } from '#server/vehicles/shop-vehicles.ts';
import { shopVin } from './shop-vin.ts';
import { vinsOfLines } from './vin-lines.ts';

/** What the VINs of a list stand for, line by line. Each takes some milliseconds: others have their turn in between. Refuses with `too_many_vins`. */
export async function decodeVins(
  vehicles: ShopVehicles,
  list: string,
  now: Date,
): Promise<VinLine[]> {
  const asked = vinsOfLines(list);
  const count = asked.filter(({ vin }) => vin !== undefined).length;
  if (count > mostVins || asked.length > mostVinLines) refuse('too_many_vins');
  const lines: VinLine[] = [];
  for (const [at, { line, vin }] of asked.entries()) {
    if (at % 5 === 4) await nextTurn();
    lines.push({ line, ...decoded(vehicles, vin, now) });
  }
  return lines;
}

function decoded(
  vehicles: ShopVehicles,
  text: string | undefined,
  now: Date,
): Omit<VinLine, 'line'> {
  if (text === undefined) return none('no_vin');
  const vin = vinIn(text);
  if (vin === undefined) return none('wrong_letter');
  const answer = shopVin(vehicles, vin, now);
  return answer.vehicles.length === 0 ? none('unknown') : { ...answer, problem: null };
}

function none(problem: NonNullable<VinLine['problem']>): Omit<VinLine, 'line'> {
  return { vehicles: [], hasCheckDigit: false, problem };
}
