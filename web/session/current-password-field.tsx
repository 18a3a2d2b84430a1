import { Field } from '#web/ui/field.tsx';

/** The field of the current password. */
export function CurrentPasswordField(props: {
  label: string;
  name?: string;
  help?: string;
  error: string | undefined;
}) {
  return (
    <Field name="password" type="password" autoComplete="current-password" required {...props} />
  );
}
