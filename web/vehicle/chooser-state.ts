import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import type { Vehicles } from '#contract/parts.ts';

export const chooserFields = ['make', 'model', 'year', 'engine'] as const;
export type ChooserField = (typeof chooserFields)[number];

/** Where somebody is who chooses a vehicle. */
export interface ChooserState {
  /** What is chosen, as a form has it. */
  readonly chosen: Readonly<Partial<Record<ChooserField, string>>>;
  /** The chosen fields, first chosen first: who begins with the year gets the makes of that year. */
  readonly order: readonly ChooserField[];
  /** Of a chosen field what it was chosen from, so that it can be changed; of the others what leads to parts beside it. */
  readonly lists: Vehicles;
  /** How often the lists had to be asked for. */
  readonly asked: number;
  readonly hasFailed: boolean;
}

/** What happens to a chooser. */
export type ChooserEvent =
  | { readonly kind: 'chose'; readonly field: ChooserField; readonly value: string }
  /** The vehicle comes from elsewhere, if they are known with its lists. */
  | {
      readonly kind: 'set';
      readonly vehicle: ChosenVehicle | undefined;
      readonly lists?: Vehicles | undefined;
    }
  | { readonly kind: 'listed'; readonly lists: Vehicles }
  | { readonly kind: 'failed' };

export const noVehicles: Vehicles = { makes: [], models: [], years: [], engines: [] };

const listOf = { make: 'makes', model: 'models', year: 'years', engine: 'engines' } as const;

/** A chooser with a vehicle and the lists beside it, which are asked for when they are not there yet. */
export function chooserOf(
  vehicle: ChosenVehicle | undefined,
  lists: Vehicles | undefined,
): ChooserState {
  const entries = chooserFields.flatMap((field) => {
    const value = vehicle?.[field];
    return value === undefined ? [] : [[field, String(value)] as const];
  });
  return {
    chosen: Object.fromEntries(entries),
    order: entries.map(([field]) => field),
    lists: lists ?? noVehicles,
    asked: lists === undefined ? 1 : 0,
    hasFailed: false,
  };
}

/** The next state of a chooser. */
export function chooserStep(state: ChooserState, event: ChooserEvent): ChooserState {
  switch (event.kind) {
    case 'chose':
      return chose(state, event);
    case 'set':
      return {
        // Models, years and engines are those of the vehicle before.
        ...chooserOf(event.vehicle, event.lists ?? { ...noVehicles, makes: state.lists.makes }),
        asked: state.asked + (event.lists ? 0 : 1),
      };
    case 'listed':
      return { ...state, lists: listed(state, event.lists), hasFailed: false };
    case 'failed':
      return { ...state, hasFailed: true };
  }
}

/** A change takes back what was chosen after it. */
function chose(
  state: ChooserState,
  { field, value }: { readonly field: ChooserField; readonly value: string },
): ChooserState {
  const place = state.order.indexOf(field);
  const before = place === -1 ? state.order : state.order.slice(0, place);
  const order = value === '' ? before : [...before, field];
  const chosen = { ...state.chosen, [field]: value };
  const isEngine = field === 'engine';
  return {
    ...state,
    order,
    chosen: Object.fromEntries(order.map((one) => [one, chosen[one]])),
    // Until the answer is there, models and engines may be those of another make.
    lists: isEngine
      ? state.lists
      : {
          ...state.lists,
          ...(order.includes('model') ? {} : { models: [] }),
          engines: [],
        },
    asked: state.asked + (isEngine ? 0 : 1),
    hasFailed: false,
  };
}

/** Chosen fields keep what they were chosen from, unless nothing is known of that. */
function listed({ order, lists }: ChooserState, answer: Vehicles): Vehicles {
  const kept = order.map((field) => listOf[field]).filter((list) => lists[list].length > 0);
  return { ...answer, ...Object.fromEntries(kept.map((list) => [list, lists[list]])) };
}

/** The vehicle as far as it is chosen; undefined without a make. */
export function vehicleIn({ chosen }: ChooserState): ChosenVehicle | undefined {
  const { make, model, year, engine } = chosen;
  if (make === undefined) return undefined;
  return {
    make,
    ...(model !== undefined && { model }),
    ...(year !== undefined && { year: Number(year) }),
    ...(engine !== undefined && { engine }),
  };
}

/** The choices of a field, with the chosen one even if no part has it, so that field and choice agree. */
export function optionsOf(
  { chosen, lists }: ChooserState,
  field: ChooserField,
): readonly (string | number)[] {
  const options = lists[listOf[field]];
  const its = chosen[field];
  return its === undefined || options.map(String).includes(its) ? options : [...options, its];
}
