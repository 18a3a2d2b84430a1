import { useEffect, useRef, type ChangeEvent, type SyntheticEvent } from 'react';
import { Form, useNavigate } from 'react-router';
import { filterNames, filtersOf, type FilterName, type Filters } from '#contract/part-filters.ts';
import type { Category, Vehicles } from '#contract/parts.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import { Panel } from '#web/ui/page.tsx';
import { partsAddress } from './parts-address.ts';

/** Fields that a change of another one clears: a new make has other models, a new model other years. */
const clearedBy: Partial<Record<string, readonly FilterName[]>> = {
  make: ['model', 'year'],
  model: ['year'],
};

/** The search form; its state is in the URL. Without scripts it is a plain GET form; with them a choice takes effect at once. */
export function SearchForm(props: {
  filters: Filters;
  narrowed: boolean;
  categories: readonly Category[];
  vehicles: Vehicles;
}) {
  const { filters, vehicles, categories } = props;
  const navigate = useNavigate();
  const form = useFormOf(filters);
  const search = (filled: HTMLFormElement) => {
    void navigate(partsAddress(filtersOf(queryOf(filled))), { preventScrollReset: true });
  };
  const submitted = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    search(event.currentTarget);
  };
  const onChoice = ({ currentTarget: select }: ChangeEvent<HTMLSelectElement>) => {
    if (!select.form) return;
    clearDependents(select.form, select.name);
    search(select.form);
  };
  const shelves = categories.map(({ id, name, parts }) => ({
    value: id,
    text: `${name} (${parts})`,
  }));
  const { makes, models, years } = vehicles;
  const anyModel = filters.make ? 'Any model' : 'Pick a make';
  const anyYear = filters.model ? 'Any year' : 'Pick a model';
  const choices = [
    { name: 'category', label: 'Category', any: 'All', options: shelves },
    { name: 'make', label: 'Vehicle make', any: 'Any make', options: makes.map(plain) },
    { name: 'model', label: 'Model', any: anyModel, options: models.map(plain) },
    { name: 'year', label: 'Year', any: anyYear, options: years.map(plain) },
  ] as const;
  return (
    <Panel className="p-5 md:p-6">
      <Form
        ref={form}
        role="search"
        action={paths.parts}
        onSubmit={submitted}
        className="grid grid-cols-1 gap-x-4 min-[22rem]:grid-cols-2 gap-y-5 lg:grid-cols-4"
      >
        <div className="flex flex-wrap items-end gap-3 col-span-full">
          <div className="min-w-[min(10rem,100%)] flex-1">
            <Field
              label="Words or part number"
              name="q"
              type="search"
              defaultValue={filters.q ?? ''}
              maxLength={100}
              enterKeyHint="search"
            />
          </div>
          <Button type="submit" look="signal">
            Search
          </Button>
          {props.narrowed && <ButtonLink to={paths.parts}>Clear all</ButtonLink>}
        </div>
        {choices.map((choice) => (
          <Choice key={choice.name} {...choice} chosen={filters[choice.name]} onChoice={onChoice} />
        ))}
      </Form>
    </Panel>
  );
}

/**
 * Keeps the form equal to the URL after Back and links, without losing the focus. Words that were typed before the scripts
 * ran are kept.
 */
function useFormOf(filters: Filters) {
  const form = useRef<HTMLFormElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    for (const name of filterNames) {
      const control = form.current?.elements.namedItem(name);
      if (
        control instanceof HTMLSelectElement ||
        (control instanceof HTMLInputElement && !isFirst.current)
      )
        control.value = filters[name] ?? '';
    }
    isFirst.current = false;
  }, [filters]);
  return form;
}

interface Option {
  readonly value: string;
  readonly text: string;
}

function Choice(props: {
  name: FilterName;
  label: string;
  /** The label of the choice without a filter. */
  any: string;
  options: readonly Option[];
  chosen: string | undefined;
  onChoice: (event: ChangeEvent<HTMLSelectElement>) => void;
}) {
  return (
    <Select
      label={props.label}
      name={props.name}
      defaultValue={props.chosen ?? ''}
      onChange={props.onChoice}
    >
      <option value="">{props.any}</option>
      {withChosen(props.options, props.chosen).map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
  );
}

function plain(value: string | number): Option {
  return { value: String(value), text: String(value) };
}

/** Adds the URL's choice to the options even if no part has it, so that form and list agree. */
function withChosen(options: readonly Option[], chosen: string | undefined): readonly Option[] {
  if (chosen === undefined || options.some(({ value }) => value === chosen)) return options;
  return [...options, plain(chosen)];
}

function clearDependents(form: HTMLFormElement, changed: string): void {
  for (const name of clearedBy[changed] ?? []) {
    const dependent = form.elements.namedItem(name);
    if (dependent instanceof HTMLSelectElement) dependent.value = '';
  }
}

function queryOf(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams();
  const entries = new FormData(form);
  for (const name of filterNames) {
    const value = entries.get(name);
    if (typeof value === 'string') query.set(name, value);
  }
  return query;
}
