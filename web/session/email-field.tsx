import type { ComponentProps } from 'react';
import { Field } from '#web/ui/field.tsx';

/** The field of an e-mail address: the account's, unless `autoComplete` says otherwise. */
export function EmailField(props: Partial<ComponentProps<typeof Field>>) {
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
