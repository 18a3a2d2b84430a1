import { numberKinds } from '#contract/number-kinds.ts';
import { mostOfAPart } from '#contract/part-list-rules.ts';
import type { PartNumber } from '#contract/part-lists.ts';
import type { PartErrors } from '#web/admin/parts/part-form.ts';
import type { NumberOwner } from '#web/admin/parts/refusal-of.ts';
import { Combobox } from '#web/ui/combobox.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import { FactGroup } from './fact-group.tsx';
import { findBrands } from './find-choices.ts';
import { OwnerLink } from './owner-link.tsx';
import { Rows, type RowFields } from './rows.tsx';
import type { OptionalFacts } from './use-optional-facts.ts';

/** The numbers under which others know the part. */
export function NumbersGroup(props: {
  facts: OptionalFacts;
  errors: PartErrors | undefined;
  owner: NumberOwner | undefined;
}) {
  const { facts, errors, owner } = props;
  const start = facts.start.numbers ?? [];
  return (
    <FactGroup title="Other numbers" names={['numbers']} count={start.length} errors={errors}>
      <Rows<PartNumber>
        key={facts.keyOf('numbers')}
        name="numbers"
        start={start}
        row="Number"
        most={mostOfAPart.numbers}
        errors={errors}
        className="lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(0,3fr)_auto]"
      >
        {(row) => <NumberFields {...row} owner={owner} />}
      </Rows>
    </FactGroup>
  );
}

function NumberFields({
  start,
  nameOf,
  errorOf,
  owner,
}: RowFields<PartNumber> & { owner: NumberOwner | undefined }) {
  return (
    <>
      <Select label="Kind" name={nameOf('kind')} defaultValue={start?.kind ?? 'oe'}>
        {Object.entries(numberKinds).map(([kind, words]) => (
          <option key={kind} value={kind}>
            {words}
          </option>
        ))}
      </Select>
      <div>
        <Field
          label="Number"
          name={nameOf('number')}
          defaultValue={start?.number}
          error={errorOf('number')}
          maxLength={60}
          autoComplete="off"
        />
        {errorOf('number') !== undefined && <OwnerLink owner={owner} />}
      </div>
      <Combobox
        label="Maker"
        name={nameOf('maker')}
        free
        start={start && { value: start.maker, text: start.maker }}
        error={errorOf('maker')}
        maxLength={60}
        none="No brand of the shop is called so."
        find={findBrands}
      />
    </>
  );
}
