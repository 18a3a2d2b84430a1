import type { User } from '#contract/users.ts';
import { texts } from '#contract/texts.ts';
import { Field, TextArea } from '#web/ui/field.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { profileErrors, typedProfile, type ProfileOutcome } from './update-profile.ts';

/** The customer's own profile (Spec §2): name and e-mail are the account's, the rest is theirs to edit. */
export function ProfileForm({ user }: { user: User }) {
  const { Form, attributes, pending, outcome, errors } = useForm<ProfileOutcome>({
    check: (fields) => profileErrors(typedProfile(fields)),
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
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        defaultValue={user.phone}
        error={errors?.phone}
        optional
      />
      <TextArea
        label="Address"
        name="address"
        autoComplete="street-address"
        maxLength={500}
        defaultValue={user.address}
        error={errors?.address}
        help="Where your orders go. The order form starts with it."
        optional
      />
      <Field
        label="Education"
        name="education"
        autoComplete="off"
        maxLength={500}
        defaultValue={user.education}
        error={errors?.education}
        optional
      />
      <Field
        label="LinkedIn"
        name="linkedin"
        type="url"
        inputMode="url"
        autoComplete="url"
        maxLength={300}
        placeholder="https://www.linkedin.com/in/…"
        defaultValue={user.linkedin}
        error={errors?.linkedin}
        optional
      />
      <FormEnd button={texts.updateProfile} pending={pending} outcome={outcome} />
    </Form>
  );
}
