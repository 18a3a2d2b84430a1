import { Field, TextArea } from '#web/ui/field.tsx';
import type { PartErrors, PartField, TypedPart } from './part-form.ts';

/** The typed facts of a part, for the form of a new one and for the edit. */
export function FactFields(props: {
  readonly typed: TypedPart;
  readonly errors: PartErrors | undefined;
  readonly onType: (field: PartField, value: string) => void;
  /** A new part begins with its stock; later it is adjusted with a reason. */
  readonly withStock?: boolean;
}) {
  const { typed, errors } = props;
  const field = (name: PartField) => ({
    name,
    value: typed[name],
    error: errors?.[name],
    required: true,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      props.onType(name, currentTarget.value),
  });
  return (
    <>
      <Field label="Name" autoComplete="off" maxLength={160} {...field('name')} />
      <div
        className={`grid gap-4 ${props.withStock ? 'sm:grid-cols-[1fr_1.6fr_1fr]' : 'sm:grid-cols-2'} items-start`}
      >
        <Field
          label="Price"
          type="number"
          inputMode="decimal"
          min="0.01"
          step="0.01"
          help="Dollars per piece"
          {...field('price')}
        />
        <Field
          label="Minimum order quantity"
          type="number"
          inputMode="numeric"
          min="1"
          step="1"
          help="Pieces in one pack"
          {...field('orderQuantity')}
        />
        {props.withStock && (
          <Field
            label="In stock"
            type="number"
            inputMode="numeric"
            min="0"
            step="1"
            help="Pieces to sell"
            {...field('inStock')}
          />
        )}
      </div>
      <TextArea
        label="Details"
        rows={7}
        maxLength={5000}
        help="Cards show the first 120 characters."
        {...field('description')}
      />
    </>
  );
}
