import { useState } from 'react';
import { fitPositions, mostOfAPart } from '#contract/part-list-rules.ts';
import type { Fitment } from '#contract/part-lists.ts';
import type { PartErrors } from '#web/admin/parts/part-form.ts';
import { Combobox } from '#web/ui/combobox.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import { FactGroup } from './fact-group.tsx';
import { findMakes, findModels } from './find-choices.ts';
import { Rows, type RowFields } from './rows.tsx';
import type { OptionalFacts } from './use-optional-facts.ts';

/** The vehicles that the part fits. */
export function VehiclesGroup(props: { facts: OptionalFacts; errors: PartErrors | undefined }) {
  const { facts, errors } = props;
  const start = facts.start.fitments ?? [];
  return (
    <FactGroup title="Vehicles" names={['fitments']} count={start.length} errors={errors}>
      <Rows<Fitment>
        key={facts.keyOf('fitments')}
        name="fitments"
        start={start}
        row="Vehicle"
        most={mostOfAPart.fitments}
        errors={errors}
        className="lg:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_5rem_5rem_minmax(0,3fr)_minmax(0,2fr)_auto]"
      >
        {(row) => <VehicleFields {...row} />}
      </Rows>
    </FactGroup>
  );
}

function VehicleFields({ start, nameOf, errorOf }: RowFields<Fitment>) {
  const [make, setMake] = useState(start?.make ?? '');
  const field = (column: Exclude<keyof Fitment, 'make' | 'model'>) => ({
    name: nameOf(column),
    defaultValue: start?.[column],
    error: errorOf(column),
    autoComplete: 'off',
  });
  const picker = (column: 'make' | 'model') => ({
    name: nameOf(column),
    free: true,
    start: start && { value: start[column], text: start[column] },
    error: errorOf(column),
  });
  return (
    <>
      <Combobox
        label="Make"
        {...picker('make')}
        maxLength={60}
        none="The shop does not know this make yet."
        find={findMakes}
        onValue={setMake}
      />
      <Combobox
        label="Model"
        {...picker('model')}
        maxLength={80}
        none="The shop does not know this model yet."
        find={(typed) => findModels(make, typed)}
      />
      <Field label="From" {...field('yearFrom')} inputMode="numeric" maxLength={4} />
      <Field label="To" {...field('yearTo')} inputMode="numeric" maxLength={4} />
      <Field label="Engine" {...field('engine')} maxLength={40} placeholder="any, or 2.0 diesel" />
      <Select label="Position" {...field('position')}>
        <option value="">not said</option>
        {fitPositions.map((position) => (
          <option key={position}>{position}</option>
        ))}
      </Select>
      <div className="lg:col-span-2 lg:col-start-1">
        <Field
          label="Only if"
          {...field('note')}
          maxLength={160}
          placeholder="such as: with air conditioning"
        />
      </div>
      <div className="lg:col-span-3">
        <Field label="Remark" {...field('remark')} maxLength={160} placeholder="good to know" />
      </div>
      <Field label="Source" {...field('source')} maxLength={60} />
    </>
  );
}
