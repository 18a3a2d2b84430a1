import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import { vehicleKey } from '#contract/garage-rules.ts';
import type { VinLine, VinVehicle } from '#contract/vin-calls.ts';
import { vehicleInWords } from '#web/vehicle/my-vehicle.ts';

/** Lines of a list whose VINs are the same vehicle. */
export interface FleetGroup {
  readonly vehicle: ChosenVehicle;
  readonly lines: readonly number[];
}

/** What a list of VINs stands for. */
export interface FleetAnswer {
  /** The most frequent vehicle first. */
  readonly groups: readonly FleetGroup[];
  /** In sentences: the lines without a vehicle, and those to look at. */
  readonly notes: readonly string[];
}

/** Puts the answer for each line together by vehicle. */
export function fleetAnswer(lines: readonly VinLine[]): FleetAnswer {
  const groups = new Map<string, { vehicle: ChosenVehicle; lines: number[] }>();
  const several: number[] = [];
  for (const { line, vehicles, problem } of lines) {
    const vehicle = commonOf(vehicles);
    if (vehicle === undefined) {
      if (problem === null) several.push(line);
      continue;
    }
    const key = vehicleKey(vehicle);
    const group = groups.get(key) ?? { vehicle, lines: [] };
    group.lines.push(line);
    groups.set(key, group);
  }
  return {
    groups: [...groups.values()].toSorted(
      (one, other) =>
        other.lines.length - one.lines.length || (inWords(one) < inWords(other) ? -1 : 1),
    ),
    notes: notesOf(lines, several),
  };
}

function inWords({ vehicle }: FleetGroup): string {
  return vehicleInWords(vehicle);
}

/** What all vehicles that a VIN may stand for have in common; undefined of several makes. */
function commonOf(vehicles: readonly VinVehicle[]): ChosenVehicle | undefined {
  const same = <Key extends 'make' | 'model' | 'year' | 'engine'>(key: Key) => {
    const value = vehicles[0]?.[key];
    return vehicles.every((one) => one[key] === value) ? (value ?? undefined) : undefined;
  };
  const [make, model, year] = [same('make'), same('model'), same('year')];
  if (make === undefined) return undefined;
  const engine = model === undefined ? undefined : same('engine');
  return {
    make,
    ...(model !== undefined && { model }),
    ...(year !== undefined && { year }),
    ...(engine !== undefined && { engine }),
  };
}

function notesOf(lines: readonly VinLine[], several: readonly number[]): string[] {
  const withProblem = (wanted: VinLine['problem']) =>
    lines.filter(({ problem }) => problem === wanted).map(({ line }) => line);
  const unchecked = lines.filter((one) => one.problem === null && !one.hasCheckDigit);
  const all: [string, readonly number[]][] = [
    ['No VIN in', withProblem('no_vin')],
    ['A VIN never has I, O or Q: compare it with the papers in', withProblem('wrong_letter')],
    ['We know no vehicle by the VIN in', withProblem('unknown')],
    ['It may be a vehicle of several makes in', several],
    [
      'The check digit is not right, which is a slip or a vehicle from outside North America, in',
      unchecked.map(({ line }) => line),
    ],
  ];
  return all.flatMap(([words, its]) =>
    its.length === 0 ? [] : [`${words} ${linesInWords(its)}.`],
  );
}

/** 'line 3', 'lines 2–40, 44' */
export function linesInWords(lines: readonly number[]): string {
  const spans: [number, number][] = [];
  for (const line of new Set(lines)) {
    const last = spans.at(-1);
    if (last?.[1] === line - 1) last[1] = line;
    else spans.push([line, line]);
  }
  const words = spans.map(([from, to]) =>
    from === to ? `${from}` : `${from}${to === from + 1 ? ', ' : '–'}${to}`,
  );
  return `${new Set(lines).size === 1 ? 'line' : 'lines'} ${words.join(', ')}`;
}
