import { Field } from '#web/ui/field.tsx';

/** Where somebody types the password that the account has. */
export function CurrentPasswordField(props: {
  readonly label: string;
  readonly name?: string;
  readonly help?: string;
  readonly error: string | undefined;
}) {
  return (
    <Field name="password" type="password" autoComplete="current-password" required {...props} />
  );
}
