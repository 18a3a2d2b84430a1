import type { ChangeEvent } from 'react';
import { useNavigation } from 'react-router';
import { partsWantedIn, type PartsWanted } from '#contract/parts-address-rules.ts';
import type { Vehicles } from '#contract/parts.ts';
import { paths } from '#web/paths.ts';
import { changed } from '#web/parts/parts-address.ts';
import { Button } from '#web/ui/button.tsx';
import { FilterForm, useShowList } from './filter-form.tsx';

/** Fields that a change of another one clears: a new make has other models, a new model other years. */
const clearedBy: Partial<Record<string, readonly string[]>> = {
  make: ['model', 'year'],
  model: ['year'],
};

/** 'My vehicle': make, model and year narrow each other. With scripts a choice takes effect at once. */
export function VehicleForm({ wanted, vehicles }: { wanted: PartsWanted; vehicles: Vehicles }) {
  const show = useShowList();
  const { location: coming } = useNavigation();
  // While a choice is on its way the form shows it already.
  const shown =
    coming?.pathname === paths.parts ? partsWantedIn(new URLSearchParams(coming.search)) : wanted;
  const { makes, models, years } = vehicles;
  const choices = [
    { name: 'make', label: 'Make', any: 'Any make', options: makes },
    {
      name: 'model',
      label: 'Model',
      any: shown.make ? 'Any model' : 'Pick a make',
      options: models,
    },
    { name: 'year', label: 'Year', any: shown.model ? 'Any year' : 'Pick a model', options: years },
  ] as const;
  const onChange = ({ currentTarget: select }: ChangeEvent<HTMLSelectElement>) => {
    if (!select.form) return;
    for (const name of clearedBy[select.name] ?? []) {
      const dependent = select.form.elements.namedItem(name);
      if (dependent instanceof HTMLSelectElement) dependent.value = '';
    }
    show(select.form);
  };
  return (
    <FilterForm
      label="Vehicle"
      kept={changed(wanted, { make: undefined, model: undefined, year: undefined })}
      className="flex flex-col gap-2"
    >
      {choices.map(({ name, label, any, options }) => (
        <select
          key={name}
          aria-label={label}
          name={name}
          value={shown[name] ?? ''}
          onChange={onChange}
          className="input control h-11 w-full cursor-auto appearance-auto pe-1 text-base lg:h-9 lg:text-sm"
        >
          <option value="">{any}</option>
          {withChosen(options.map(String), shown[name]).map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      ))}
      <noscript>
        <Button type="submit">Show</Button>
      </noscript>
    </FilterForm>
  );
}

/** Adds the address's choice even if no part has it, so that form and list agree. */
function withChosen(options: readonly string[], chosen: string | undefined): readonly string[] {
  return chosen === undefined || options.includes(chosen) ? options : [...options, chosen];
}
