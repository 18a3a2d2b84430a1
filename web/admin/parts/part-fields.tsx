import type { ReactNode } from 'react';
import { isOptional, type PartFact } from '#contract/part-fact.ts';
import { factOf, type NewPartFactName } from '#contract/part-facts.ts';
import { Field, TextArea } from '#web/ui/field.tsx';
import type { PartErrors, TypedPart } from './part-form.ts';
import { PictureField } from './picture-field.tsx';
import type { Picture } from './use-upload.ts';

/** The facts of a part, for the form of a new one and for the edit. */
export function PartFields(props: {
  readonly names: readonly NewPartFactName[];
  /** What the fields hold at first. */
  readonly start: TypedPart;
  readonly errors: PartErrors | undefined;
  readonly picture: Picture;
  /** The end of the form. */
  readonly children: ReactNode;
}) {
  const { start, errors, picture } = props;
  const fields = (...controls: readonly PartFact['control'][]) =>
    props.names
      .filter((name) => controls.includes(factOf(name).control))
      .map((name) => (
        <FactField key={name} name={name} start={start[name]} error={errors?.[name]} />
      ));
  const numbers = fields('dollars', 'pieces');
  return (
    <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex flex-col gap-4">
        {fields('line')}
        <div
          className={`grid gap-4 ${numbers.length === 3 ? 'sm:grid-cols-[1fr_1.6fr_1fr]' : 'sm:grid-cols-2'} items-start`}
        >
          {numbers}
        </div>
        {fields('lines')}
      </div>
      <PictureField picture={picture} error={errors?.image} required={start.image === ''} />
      {props.children}
    </div>
  );
}

function FactField({
  name,
  start,
  error,
}: {
  readonly name: NewPartFactName;
  readonly start: string;
  readonly error: string | undefined;
}) {
  const { control, least, most, ...fact } = factOf(name);
  const optional = isOptional(fact);
  const all = {
    name,
    label: fact.label,
    help: fact.help,
    error,
    defaultValue: start,
    maxLength: most,
    required: !optional,
    optional,
  };
  switch (control) {
    case 'line':
      return <Field autoComplete="off" {...all} />;
    case 'lines':
      return <TextArea rows={7} {...all} />;
    case 'dollars':
      return <Field type="number" inputMode="decimal" min="0.01" step="0.01" {...all} />;
    case 'pieces':
      return <Field type="number" inputMode="numeric" min={least} step="1" {...all} />;
    case 'picture':
      return null;
  }
}
