import { useEffect } from 'react';
import type { User } from '#contract/users.ts';
import { NewPasswordField } from '#web/session/new-password-field.tsx';
import { Field } from '#web/ui/field.tsx';
import { Submit } from '#web/ui/submit.tsx';
import { useFormOnce } from '#web/ui/use-form-once.ts';
import { Said, Section } from '#web/users/section.tsx';
import type { SecurityOutcome } from './security-steps.ts';

/** Changing the password; an account that only knows Google gets its first one by mail. */
export function PasswordSection({
  user,
  hasPassword,
}: {
  readonly user: User;
  readonly hasPassword: boolean;
}) {
  return (
    <Section id="password" title="Password">
      {hasPassword ? <ChangePassword user={user} /> : <FirstPassword email={user.email} />}
    </Section>
  );
}

function ChangePassword({ user }: { readonly user: User }) {
  const { Form, attributes, form, pending, outcome, errors } = useFormOnce<SecurityOutcome>();
  useEffect(() => {
    if (outcome?.kind === 'password-changed') form.current?.reset();
  }, [form, outcome]);
  return (
    <Form {...attributes} aria-label="Change password" className="flex flex-col gap-4">
      <input type="hidden" name="step" value="password" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
          error={errors?.current}
        />
        <NewPasswordField label="New password" owner={user} error={errors?.password} />
      </div>
      <p className="quiet text-sm">Every other browser is signed out, and we tell you by mail.</p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Submit pending={pending} look="plain" className="max-sm:w-full">
          Change password
        </Submit>
        <Said outcome={outcome} />
      </div>
    </Form>
  );
}

function FirstPassword({ email }: { readonly email: string }) {
  const { Form, attributes, pending, outcome } = useFormOnce<SecurityOutcome>();
  return (
    <Form {...attributes} aria-label="First password" className="flex flex-col gap-4">
      <input type="hidden" name="step" value="firstPassword" />
      <input type="hidden" name="email" value={email} />
      <p>
        You sign in with Google, and this account has no password. If you want one as well, we mail
        you a link to choose it.
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Submit pending={pending} look="plain" className="max-sm:w-full">
          Mail me the link
        </Submit>
        <Said outcome={outcome} />
      </div>
    </Form>
  );
}
