import { mostOfAPart } from '#contract/part-list-rules.ts';
import type { PriceBreak } from '#contract/part-lists.ts';
import type { PartFactName } from '#contract/part-facts.ts';
import { FactField } from '#web/admin/parts/fact-field.tsx';
import { typedOf, type PartErrors } from '#web/admin/parts/part-form.ts';
import { Field } from '#web/ui/field.tsx';
import { FactGroup } from './fact-group.tsx';
import { Rows, type RowFields } from './rows.tsx';
import type { OptionalFacts } from './use-optional-facts.ts';

const fields = ['quantityStep', 'largestOrder', 'packLabel'] as const;
const names: readonly PartFactName[] = [...fields, 'priceBreaks'];

/** Whether a fact stands in this group. */
export function isOfQuantities(name: PartFactName): boolean {
  return names.includes(name);
}

/** In which quantities the part is sold, and what a piece costs whoever orders more. */
export function QuantitiesGroup(props: { facts: OptionalFacts; errors: PartErrors | undefined }) {
  const { facts, errors } = props;
  const typed = typedOf(facts.start);
  const breaks = facts.start.priceBreaks ?? [];
  return (
    <FactGroup
      title="Quantities and prices"
      names={names}
      count={fields.filter((name) => typed[name]).length + breaks.length}
      errors={errors}
    >
      <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-3">
        {fields.map((name) => (
          <FactField
            key={facts.keyOf(name)}
            name={name}
            start={typed[name] ?? ''}
            error={errors?.[name]}
          />
        ))}
      </div>
      <h3 className="mt-6 mb-3 font-semibold">Price breaks</h3>
      <Rows<PriceBreak>
        key={facts.keyOf('priceBreaks')}
        name="priceBreaks"
        start={breaks}
        row="Price break"
        most={mostOfAPart.priceBreaks}
        errors={errors}
        className="min-[22rem]:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]! lg:grid-cols-[12rem_12rem_auto]! lg:justify-start"
      >
        {(row) => <BreakFields {...row} />}
      </Rows>
    </FactGroup>
  );
}

function BreakFields({ start, nameOf, errorOf }: RowFields<PriceBreak>) {
  return (
    <>
      <Field
        label="From pieces"
        name={nameOf('from')}
        type="number"
        inputMode="numeric"
        min={2}
        step="1"
        defaultValue={start?.from}
        error={errorOf('from')}
      />
      <Field
        label="Price each"
        name={nameOf('price')}
        type="number"
        inputMode="decimal"
        min="0.01"
        step="0.01"
        defaultValue={start?.price}
        error={errorOf('price')}
      />
    </>
  );
}
