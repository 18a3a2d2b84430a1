import { engineTyped, readEngine } from '#contract/engine-rules.ts';
import { addEntry, unlessEmpty, type AddOutcome } from '#web/admin/entries/add-entry.ts';
import { forgetVehicles } from '#web/admin/parts/facts/find-choices.ts';
import { call } from '#web/api/call.ts';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { takeStep } from '#web/ui/take-step.ts';
import { typedText } from '#web/ui/typed-text.ts';

/** A vehicle as it is typed; engines stand one after another, with commas. */
export type TypedVehicle = Readonly<
  Record<'make' | 'model' | 'yearFrom' | 'yearTo' | 'engines', string>
>;
/** Another name of a vehicle as it is typed. */
export type TypedName = Readonly<Record<'make' | 'model' | 'meansMake' | 'meansModel', string>>;

export function typedVehicle(form: FormData): TypedVehicle {
  const typed = (name: string) => typedText(form, name).trim();
  return {
    make: typed('make'),
    model: typed('model'),
    yearFrom: typed('yearFrom'),
    yearTo: typed('yearTo'),
    engines: typed('engines'),
  };
}

export function typedName(form: FormData): TypedName {
  const typed = (name: string) => typedText(form, name).trim();
  return {
    make: typed('make'),
    model: typed('model'),
    meansMake: typed('meansMake'),
    meansModel: typed('meansModel'),
  };
}

const isYear = (text: string) =>
  /^\d{4}$/.test(text) && Number(text) >= 1900 && Number(text) <= 2100;

/** What is wrong with a vehicle; undefined when nothing is. */
export function vehicleErrors(typed: TypedVehicle): Partial<TypedVehicle> | undefined {
  const { make, model, yearFrom, yearTo } = typed;
  const wrong = enginesOf(typed).find((engine) => readEngine(engineTyped(engine)) === undefined);
  const areYears = isYear(yearFrom) && isYear(yearTo);
  return unlessEmpty<Partial<TypedVehicle>>({
    ...(make === '' && { make: 'Make is required' }),
    ...(model === '' && { model: 'Model is required' }),
    ...(!isYear(yearFrom) && { yearFrom: 'Must be a year.' }),
    ...(!isYear(yearTo) && { yearTo: 'Must be a year.' }),
    ...(areYears && yearFrom > yearTo && { yearTo: 'The years must be in order.' }),
    ...(wrong !== undefined && { engines: `'${wrong}' is no engine: write it as 2.0 L4 diesel.` }),
  });
}

/** What is wrong with a name; undefined when nothing is. */
export function nameErrors({ make, model, meansMake, meansModel }: TypedName) {
  return unlessEmpty<Partial<TypedName>>({
    ...(make === '' && { make: 'Make is required' }),
    ...(model === '' && { model: 'Model is required' }),
    ...(meansMake === '' && { meansMake: 'Make is required' }),
    ...(meansModel === '' && { meansModel: 'Model is required' }),
  });
}

function enginesOf({ engines }: TypedVehicle): string[] {
  return engines
    .split(/;|,(?!\d)|(?<!\d),/)
    .map((engine) => engine.trim())
    .filter((engine) => engine !== '');
}

/** Other forms offer what the shop knows after it, also where it is not certain that the call came through. */
function changing<Answer>(change: Promise<Answer>): Promise<Answer> {
  return change.finally(forgetVehicles);
}

export function addVehicle(typed: TypedVehicle): Promise<AddOutcome<Partial<TypedVehicle>>> {
  const { make, model, yearFrom, yearTo } = typed;
  const body = { make, model, yearFrom, yearTo, engines: enginesOf(typed).map(engineTyped) };
  return addEntry(
    vehicleErrors(typed),
    () => changing(call('addVehicle', { body })),
    `The shop knows the ${make} ${model} of ${yearFrom}–${yearTo} from now on.`,
  );
}

export function addName(typed: TypedName): Promise<AddOutcome<Partial<TypedName>>> {
  const { make, model, meansMake, meansModel } = typed;
  return addEntry(
    nameErrors(typed),
    () => changing(call('addVehicleName', { body: typed })),
    `Parts for the ${make} ${model} are for the ${meansMake} ${meansModel} within a minute.`,
  );
}

export function deleteVehicle(id: string): Promise<StepOutcome> {
  return takeStep(() => changing(call('deleteVehicle', { params: { id } })), id, 'Not deleted.');
}

export function deleteName(id: string): Promise<StepOutcome> {
  return takeStep(
    () => changing(call('deleteVehicleName', { params: { id } })),
    id,
    'Not deleted.',
  );
}
