import { Field } from '#web/ui/field.tsx';

/** Where somebody types the e-mail address of their account. */
export function EmailField(props: { help?: string; error: string | undefined }) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      required
      maxLength={254}
      {...props}
    />
  );
}
