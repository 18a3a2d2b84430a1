import type { Attributes, TypeAttribute } from '#contract/part-lists.ts';
import type { PartErrors } from '#web/admin/parts/part-form.ts';
import { Field, Select } from '#web/ui/field.tsx';
import { FactGroup } from './fact-group.tsx';
import { Fault } from './rows.tsx';
import type { OptionalFacts } from './use-optional-facts.ts';

/** What the part measures and is made of: the attributes of its type, whose labels, units and choices they have. */
export function AttributesGroup(props: { facts: OptionalFacts; errors: PartErrors | undefined }) {
  const { facts, errors } = props;
  const values = facts.start.attributes ?? {};
  return (
    <FactGroup
      title="Attributes"
      names={['attributes']}
      count={Object.keys(values).length}
      errors={errors}
    >
      <AttributeFields
        key={facts.keyOf('attributes')}
        facts={facts}
        values={values}
        errors={errors}
      />
    </FactGroup>
  );
}

function AttributeFields(props: {
  facts: OptionalFacts;
  values: Attributes;
  errors: PartErrors | undefined;
}) {
  const { facts, values, errors } = props;
  const { type, typeId } = facts;
  if (typeId === '')
    return (
      <>
        <p className="quiet">Choose a part type first: it decides which attributes there are.</p>
        <input type="hidden" name="attributes" value="" />
      </>
    );
  // Without their type the attributes are not sent, so they stay as they are.
  if (type === undefined) return <p className="quiet">Loading…</p>;
  if (type === 'failed')
    return <p className="quiet">The attributes of this part type are not available right now.</p>;
  return (
    <>
      <input type="hidden" name="attributes" value="" />
      <Fault>{errors?.attributes}</Fault>
      {type.attributes.length === 0 && <p className="quiet">{`${type.name} has no attributes.`}</p>}
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {type.attributes.map((attribute) => (
          <AttributeField
            // Another type may have the same measure, but other choices.
            key={`${attribute.key} ${attribute.choices?.join() ?? ''}`}
            attribute={attribute}
            value={values[attribute.key]}
            error={errors?.[`attributes.${attribute.key}`]}
          />
        ))}
      </div>
    </>
  );
}

function AttributeField(props: {
  attribute: TypeAttribute;
  value: number | string | undefined;
  error: string | undefined;
}) {
  const { key, choices } = props.attribute;
  const all = {
    label: attributeLabel(props.attribute),
    error: props.error,
    defaultValue: props.value ?? '',
  };
  if (choices === null)
    return (
      <Field
        {...all}
        name={`attributes.${key}.number`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
      />
    );
  return (
    <Select {...all} name={`attributes.${key}.choice`}>
      <option value="">Not said</option>
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </Select>
  );
}

/** An attribute with its unit. */
export function attributeLabel({ label, unit }: TypeAttribute): string {
  return unit === '' ? label : `${label} (${unit})`;
}
