import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import { readEngine } from '#contract/engine-rules.ts';
import { longestVehicleName, mostGarageVehicles, vehicleKey } from '#contract/garage-rules.ts';
import { isOneLine, isPlain } from '#contract/text-rules.ts';
import { vinAmong } from '#contract/vin-rules.ts';
import { parseVehicle } from '#web/vehicle/my-vehicle.ts';

/** A vehicle that somebody keeps, and what they call it. `_id`: of a customer's, in their account. */
export interface NamedVehicle extends ChosenVehicle {
  readonly name: string;
  readonly _id?: string;
}

/** The vehicles in a stored text, each once; those that make no sense, which the shop would refuse, are left out. */
export function parseGarage(raw: string | null): readonly NamedVehicle[] {
  const vehicles = listIn(raw).flatMap(vehicleOf);
  return [...new Map(vehicles.map((one) => [vehicleKey(one), one])).values()].slice(
    0,
    mostGarageVehicles,
  );
}

function listIn(raw: string | null): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(raw || '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function vehicleOf(value: unknown): NamedVehicle[] {
  const vehicle = parseVehicle(JSON.stringify(value));
  if (vehicle === undefined) return [];
  const { make, model = '', year = 2000, engine = '' } = vehicle;
  const isSound =
    [make, model].every(isText) && year >= 1900 && year <= 2100 && readEngine(engine) !== undefined;
  return isSound ? [{ ...vehicle, name: nameIn((value as { name?: unknown }).name) }] : [];
}

function nameIn(value: unknown): string {
  return typeof value === 'string' && isText(value) ? value.slice(0, longestVehicleName) : '';
}

function isText(text: string): boolean {
  return isPlain(text) && isOneLine(text) && vinAmong(text) === undefined;
}
