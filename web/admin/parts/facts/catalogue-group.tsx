import { isOptional } from '#contract/part-fact.ts';
import { factOf, rowFactNames, type PartFactName } from '#contract/part-facts.ts';
import { FactField } from '#web/admin/parts/fact-field.tsx';
import { typedOf, type PartErrors } from '#web/admin/parts/part-form.ts';
import type { NumberOwner } from '#web/admin/parts/refusal-of.ts';
import { Combobox } from '#web/ui/combobox.tsx';
import type { Choice } from '#web/ui/combobox-state.ts';
import { isOfQuantities } from './quantities-group.tsx';
import { FactGroup } from './fact-group.tsx';
import { findBrands, findCategories, findParts, findTypes } from './find-choices.ts';
import { OwnerLink } from './owner-link.tsx';
import { nameOf } from './part-names.ts';
import type { OptionalFacts } from './use-optional-facts.ts';

/** Optional facts of one value; a new one comes by itself. What is seen on the picture stands with the pictures. */
const names = rowFactNames.filter(
  (name) => isOptional(factOf(name)) && name !== 'imageAlt' && !isOfQuantities(name),
);

/** What the part is in a catalogue: its type and category, its brand and number, and what takes its place. */
export function CatalogueGroup(props: {
  facts: OptionalFacts;
  errors: PartErrors | undefined;
  owner: NumberOwner | undefined;
  /** The part that is edited: none can be replaced by itself. */
  partId: string | undefined;
}) {
  const { facts, errors, owner, partId } = props;
  const typed = typedOf(facts.start);
  return (
    <FactGroup
      title="Catalogue"
      names={names}
      count={names.filter((name) => typed[name]).length}
      errors={errors}
    >
      <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-2">
        {names.map((name) => (
          <div key={facts.keyOf(name)}>
            <CatalogueField name={name} facts={facts} error={errors?.[name]} partId={partId} />
            {name === 'partNumber' && errors?.partNumber && <OwnerLink owner={owner} />}
          </div>
        ))}
      </div>
    </FactGroup>
  );
}

function CatalogueField(props: {
  name: PartFactName;
  facts: OptionalFacts;
  error: string | undefined;
  partId: string | undefined;
}) {
  const { name, facts, error, partId } = props;
  const { control, label, help, most } = factOf(name);
  const value = typedOf(facts.start)[name] ?? '';
  const start: Choice | undefined =
    value === '' ? undefined : { value, text: nameOf(facts.names, name, value) };
  const all = { name, label, help, error, start };
  switch (control) {
    case 'type':
      return (
        <Combobox
          {...all}
          none="There is no such part type."
          find={findTypes}
          onValue={facts.chooseType}
        />
      );
    case 'category':
      return <CategoryField {...all} facts={facts} />;
    case 'brand':
      return (
        <Combobox {...all} free maxLength={most} none="This brand is new." find={findBrands} />
      );
    case 'part':
      return <Combobox {...all} none="There is no such product." find={findParts(partId)} />;
    default:
      return <FactField name={name} start={value} error={error} />;
  }
}

/** The category, which the part type decides if there is one. */
function CategoryField({
  facts,
  ...all
}: {
  facts: OptionalFacts;
  name: PartFactName;
  label: string;
  start: Choice | undefined;
  error: string | undefined;
}) {
  const { type, typeId } = facts;
  if (typeId === '')
    return <Combobox {...all} none="There is no such category." find={findCategories} />;
  const known = typeof type === 'object';
  const start = known ? { value: type.category, text: type.categoryName } : all.start;
  return (
    <Combobox
      {...all}
      key={start?.value ?? ''}
      start={start}
      disabled
      help={known ? `Decided by the part type, ${type.name}.` : 'Decided by the part type.'}
      find={findCategories}
    />
  );
}
