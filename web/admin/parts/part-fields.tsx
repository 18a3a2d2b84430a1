import type { ReactNode } from 'react';
import { isOptional, type PartFact } from '#contract/part-fact.ts';
import { factOf, type NewPartFactName } from '#contract/part-facts.ts';
import { FactField } from './fact-field.tsx';
import type { PartErrors, TypedPart } from './part-form.ts';
import { PictureField } from './picture-field.tsx';
import type { Picture } from './use-upload.ts';

/** The facts that every part has, for the form of a new one and for the edit (Spec §2: Add Products). */
export function PartFields(props: {
  names: readonly NewPartFactName[];
  /** What the fields hold at first. */
  start: TypedPart;
  errors: PartErrors | undefined;
  picture: Picture;
  /** What follows, and the end of the form. */
  children: ReactNode;
}) {
  const { start, errors, picture } = props;
  const fields = (...controls: readonly PartFact['control'][]) =>
    props.names
      .filter((name) => controls.includes(factOf(name).control) && !isOptional(factOf(name)))
      .map((name) => (
        <FactField key={name} name={name} start={start[name] ?? ''} error={errors?.[name]} />
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
      <PictureField picture={picture} error={errors?.image} required={!start.image} />
      {props.children}
    </div>
  );
}
