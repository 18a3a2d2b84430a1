import { isOptional } from '#contract/part-fact.ts';
import { factOf, type NewPartFactName } from '#contract/part-facts.ts';
import { Field, TextArea } from '#web/ui/field.tsx';

/** A plain field of a fact, as its control says. */
export function FactField({
  name,
  start,
  error,
}: {
  name: NewPartFactName;
  start: string;
  error: string | undefined;
}) {
  const { control, least, most, ...fact } = factOf(name);
  const all = {
    name,
    label: fact.label,
    help: fact.help,
    error,
    defaultValue: start,
    maxLength: most,
    required: !isOptional(fact),
  };
  switch (control) {
    case 'lines':
      return <TextArea rows={7} {...all} />;
    case 'dollars':
      return <Field type="number" inputMode="decimal" min="0.01" step="0.01" {...all} />;
    case 'pieces':
      return <Field type="number" inputMode="numeric" min={least} step="1" {...all} />;
    default:
      return <Field autoComplete="off" {...all} />;
  }
}
