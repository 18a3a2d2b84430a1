import type { User } from '#contract/users.ts';
import { texts } from '#contract/texts.ts';
import { Field, TextArea } from '#web/ui/field.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import { useForm } from '#web/ui/use-form.ts';
import {
  profileErrors,
  typedProfile,
  type ProfileField,
  type ProfileOutcome,
} from './update-profile.ts';

/** The customer's profile (Spec §2): name and e-mail are read-only. */
export function ProfileForm({ user }: { user: User }) {
  const { Form, attributes, pending, outcome, errors } = useForm<ProfileOutcome>({
    check: (fields) => profileErrors(typedProfile(fields)),
  });
  const editable = (name: ProfileField) => ({
    name,
    defaultValue: user[name],
    error: errors?.[name],
    optional: true,
  });
  return (
    <Form {...attributes} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" name="name" autoComplete="name" defaultValue={user.name} readOnly />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={user.email}
          readOnly
        />
      </div>
      <Field
        label="Phone"
        {...editable('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
      />
      <TextArea
        label="Address"
        {...editable('address')}
        autoComplete="street-address"
        maxLength={500}
        help="Where your orders go. The order form starts with it."
      />
      <Field label="Education" {...editable('education')} autoComplete="off" maxLength={500} />
      <Field
        label="LinkedIn"
        {...editable('linkedin')}
        type="url"
        inputMode="url"
        autoComplete="url"
        maxLength={300}
        placeholder="https://www.linkedin.com/in/…"
      />
      <FormEnd button={texts.updateProfile} pending={pending} outcome={outcome} />
    </Form>
  );
}
