import { useRef } from 'react';
import { useFetcher } from 'react-router';
import type { User } from '#contract/users.ts';
import { texts } from '#contract/texts.ts';
import { Field, TextArea, useFocusOnError } from '#web/ui/field.tsx';
import { Submit } from '#web/ui/submit.tsx';
import type { ProfileErrors, ProfileOutcome } from './update-profile.ts';

/** The customer's own profile (Spec §2): name and e-mail are the account's, the rest is theirs to edit. */
export function ProfileForm({ user }: { readonly user: User }) {
  const fetcher = useFetcher<ProfileOutcome>();
  const form = useRef<HTMLFormElement>(null);
  const pending = fetcher.state !== 'idle';
  const outcome = pending ? undefined : fetcher.data;
  const errors = outcome?.kind === 'invalid' ? outcome.errors : undefined;
  useFocusOnError(form, errors);
  return (
    <fetcher.Form
      ref={form}
      method="post"
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // Flushed at once, so that a second click finds the button disabled.
        if (!pending) void fetcher.submit(event.currentTarget, { method: 'post', flushSync: true });
      }}
    >
      <ProfileFields user={user} errors={errors} />
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Submit pending={pending} className="px-8 max-sm:w-full">
          {texts.updateProfile}
        </Submit>
        <p role="status" className={outcome?.kind === 'failed' ? 'text-error font-medium' : 'text-success font-medium'}>
          {outcome?.kind === 'failed' && outcome.sentence}
          {outcome?.kind === 'updated' && 'Your profile is saved.'}
        </p>
      </div>
    </fetcher.Form>
  );
}

function ProfileFields({ user, errors }: { readonly user: User; readonly errors: ProfileErrors | undefined }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" name="name" autoComplete="name" defaultValue={user.name} readOnly />
        <Field label="Email" name="email" type="email" autoComplete="email" defaultValue={user.email} readOnly />
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
    </>
  );
}
