import { attributePrefix, identifyingFields, importFields } from '#contract/import-fields.ts';
import type { PartType } from '#contract/part-lists.ts';

/** A field for each column of a file; null leaves the column out. */
export type ChosenFields = readonly (string | null)[];

/** One choice for a column. */
export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

/** What keeps a file from being checked, and what is worth knowing before. */
export interface ColumnFaults {
  readonly blocking: readonly string[];
  readonly warnings: readonly string[];
  /** Columns that hold the same as another one. */
  readonly doubled: ReadonlySet<number>;
}

/** The fields of parts, as choices. */
export const fieldOptions: readonly FieldOption[] = Object.entries(importFields).map(
  ([value, label]) => ({ value, label }),
);

/** The attributes of all part types, each once, by name; those that a file has already stand among them under their keys. */
export function attributeOptions(types: readonly PartType[], chosen: ChosenFields): FieldOption[] {
  const labels = new Map<string, string>();
  for (const field of chosen) {
    if (field?.startsWith(attributePrefix)) labels.set(field, field.slice(attributePrefix.length));
  }
  for (const { attributes } of types) {
    for (const { key, label, unit } of attributes)
      labels.set(`${attributePrefix}${key}`, unit === '' ? label : `${label} (${unit})`);
  }
  return [...labels]
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
}

/** What a field is called. */
function fieldLabel(field: string): string {
  return Object.hasOwn(importFields, field)
    ? importFields[field as keyof typeof importFields]
    : field.slice(attributePrefix.length);
}

/** Fields that mean something only beside others. */
const belongTogether: Readonly<Record<string, readonly [other: string, sentence: string]>> = {
  numberKind: ['number', 'A column holds the kind of a number, but none the number.'],
  numberMaker: ['number', 'A column holds the maker of a number, but none the number.'],
  model: ['make', 'A column holds the model of a vehicle, but none its make.'],
  make: ['model', 'A column holds the make of a vehicle, but none its model.'],
  years: ['model', 'A column holds years, but none the model of the vehicle.'],
  yearFrom: ['model', 'A column holds years, but none the model of the vehicle.'],
  pictureAlt: ['picture', 'A column describes a further picture, but none holds it.'],
};

/** What is wrong with the choice of columns. */
export function columnFaults(fields: ChosenFields): ColumnFaults {
  const chosen = fields.filter((field) => field !== null);
  const has = (field: string) => chosen.includes(field);
  const twice = [...new Set(chosen.filter((field, at) => chosen.indexOf(field) !== at))];
  const blocking = [
    ...(identifyingFields.some(has)
      ? []
      : [
          `No column says which part a row is about. Choose one for ${orList(identifyingFields.map(fieldLabel))}.`,
        ]),
    ...bothStocks(has),
    ...twice.map((field) => `“${fieldLabel(field)}” is chosen for more than one column.`),
  ];
  const lonely = Object.entries(belongTogether).flatMap(([field, [other, sentence]]) =>
    has(field) && !has(other) ? [sentence] : [],
  );
  return {
    blocking,
    warnings: [...missingForNewParts(has), ...withoutYears(has), ...new Set(lonely)],
    doubled: new Set(
      fields.flatMap((field, at) => (field !== null && twice.includes(field) ? [at] : [])),
    ),
  };
}

/** Facts that a part cannot be without. */
const needed = ['name', 'price'] as const;

function missingForNewParts(has: (field: string) => boolean): string[] {
  const missing = needed.filter((field) => !has(field)).map(fieldLabel);
  if (missing.length === 0) return [];
  return [
    `No column holds ${orList(missing)}: parts that are in the shop can be changed by this file, rows of new parts are refused.`,
  ];
}

function withoutYears(has: (field: string) => boolean): string[] {
  return has('model') && !has('years') && !has('yearFrom')
    ? ['Vehicles need a column for their years.']
    : [];
}

function bothStocks(has: (field: string) => boolean): string[] {
  return has('inStock') && has('stockChange')
    ? ['Columns hold the stock and its change: only one of them can be used.']
    : [];
}

function orList(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`;
}

/** The name of a column's choice in the form. */
export function columnName(at: number): string {
  return `column.${at}`;
}

/** The choices of a form, for a file with so many columns. */
export function typedFields(form: FormData, columns: number): (string | null)[] {
  return Array.from({ length: columns }, (_, at) => {
    const field = form.get(columnName(at));
    return typeof field === 'string' && field !== '' ? field : null;
  });
}
