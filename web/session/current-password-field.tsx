import { Field } from '#web/ui/field.tsx';

/** Where somebody types the password that the account has. */
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
