import { useId } from 'react';
import {
  chooserFields,
  optionsOf,
  type ChooserEvent,
  type ChooserField,
  type ChooserState,
} from './chooser-state.ts';

/** In a grid of two columns a row is for the longest names alone, another one for the model and its short year. */
const places = {
  make: 'col-span-full',
  model: '',
  year: '',
  engine: 'col-span-full',
} as const satisfies Record<ChooserField, string>;

const labels = { make: 'Make', model: 'Model', year: 'Year', engine: 'Engine' } as const;

/** Make, model, year and engine: each offers what leads to parts beside the others. */
export function VehicleFields(props: {
  state: ChooserState;
  dispatch: (event: ChooserEvent) => void;
  /** Without labels in sight, one below the other. */
  narrow?: true;
  /** Whether the make has to be chosen before the form is sent. */
  required?: boolean;
}) {
  const { state, dispatch, narrow, required } = props;
  const id = useId();
  return chooserFields.map((field) => (
    <div key={field} className={`min-w-0 flex-1 ${places[field]}`}>
      <label htmlFor={id + field} className={narrow ? 'sr-only' : 'quiet mb-1 block text-sm'}>
        {labels[field]}
      </label>
      <select
        id={id + field}
        name={field}
        required={required && field === 'make'}
        value={state.chosen[field] ?? ''}
        onChange={({ currentTarget: { value } }) => dispatch({ kind: 'chose', field, value })}
        className={`input control h-11 w-full cursor-auto appearance-auto pe-1 text-base ${narrow ? 'lg:h-9 lg:text-sm' : ''}`}
      >
        <option value="">{noneOf(field, state)}</option>
        {optionsOf(state, field).map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </div>
  ));
}

/** What an empty field says. */
function noneOf(field: ChooserField, { chosen, hasFailed }: ChooserState): string {
  if (hasFailed && chosen[field] === undefined) return 'Not available now';
  if (field === 'model' && chosen.make === undefined) return 'Pick a make';
  if (field === 'engine' && (chosen.model === undefined || chosen.year === undefined))
    return chosen.model === undefined ? 'Pick a model' : 'Pick a year';
  return `Any ${field}`;
}
