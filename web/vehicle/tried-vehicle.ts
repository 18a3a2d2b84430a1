import { engineText, engineTyped, readEngine } from '#contract/engine-rules.ts';
import type { FitVote, TriedVehicle } from '#contract/fit-votes.ts';
import type { Fitment } from '#contract/part-lists.ts';
import { nameFault } from '#web/garage/name-fault.ts';
import { typedText } from '#web/ui/typed-text.ts';

/** A vehicle of the list: one that the part names, or one with its year. */
export type ListedVehicle = Pick<Fitment, 'make' | 'model' | 'engine' | 'yearFrom' | 'yearTo'>;

/** The choice of a vehicle that is not in the list. */
export const another = 'another';

export type VehicleField = 'vehicle' | 'make' | 'model' | 'year' | 'engine';
export type VehicleErrors = Readonly<Partial<Record<VehicleField, string>>>;

/** The vehicle of a form's fields, or what is wrong with it; undefined when none is chosen. */
export function typedVehicle(
  form: FormData,
): { vehicle: TriedVehicle } | { errors: VehicleErrors } | undefined {
  const chosen = typedText(form, 'vehicle');
  if (chosen === '') return undefined;
  return chosen === another ? typedInWords(form) : typedOfList(form, chosen);
}

function typedOfList(form: FormData, chosen: string) {
  const { make, model, engine, yearFrom, yearTo } = JSON.parse(chosen) as ListedVehicle;
  const year = yearFrom === yearTo ? yearFrom : Number(typedText(form, 'year'));
  if (year === 0) return { errors: { year: 'Year is required' } };
  return { vehicle: { make, model, year, engine } };
}

const longest = { make: 60, model: 80 } as const;

function typedInWords(form: FormData) {
  const typed = (name: VehicleField) => typedText(form, name).trim();
  const [make, model, year, words] = [
    typed('make'),
    typed('model'),
    typed('year'),
    typed('engine'),
  ];
  const engine = readEngine(engineTyped(words));
  const errors: Partial<Record<VehicleField, string>> = {};
  for (const [name, label, text] of [
    ['make', 'Make', make],
    ['model', 'Model', model],
  ] as const) {
    const fault = wordsFault(text, label, longest[name]);
    if (fault !== undefined) errors[name] = fault;
  }
  if (!/^\d{4}$/.test(year) || Number(year) < 1900 || Number(year) > 2100)
    errors.year = 'Must be a year';
  if (engine === undefined || words.length > 40)
    errors.engine = "Must be an engine such as '2.0 L4 petrol', 'V6' or 'diesel'";
  if (engine === undefined || Object.keys(errors).length > 0) return { errors };
  return { vehicle: { make, model, year: Number(year), engine: engineText(engine) } };
}

/** What is wrong with a make or model; undefined when nothing is. */
function wordsFault(text: string, label: string, most: number): string | undefined {
  if (text === '') return `${label} is required`;
  return text.length > most ? `Must be at most ${most} characters long` : nameFault(text);
}

/** The vehicles that a part names, each once: place and condition say nothing about the vehicle. */
export function listedVehicles(fitments: readonly Fitment[]): ListedVehicle[] {
  const listed = fitments.map(({ make, model, engine, yearFrom, yearTo }) => ({
    make,
    model,
    engine,
    yearFrom,
    yearTo,
  }));
  return [...new Map(listed.map((one) => [JSON.stringify(one), one])).values()];
}

/** 'Toyota Tacoma 2005–2015, 4.0 V6' */
export function listedInWords({ make, model, engine, yearFrom, yearTo }: ListedVehicle): string {
  const years = yearFrom === yearTo ? String(yearFrom) : `${yearFrom}–${yearTo}`;
  return [`${make} ${model} ${years}`, engine].filter(Boolean).join(', ');
}

/** What is said of a vehicle, in the words of forms. */
export const verdictWords: Readonly<Record<FitVote['verdict'], string>> = {
  fits: 'It fits',
  'with changes': 'It fits with changes',
  'does not fit': 'It does not fit',
};
