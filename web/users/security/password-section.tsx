import type { User } from '#contract/users.ts';
import { NewPasswordField } from '#web/session/new-password-field.tsx';
import { CurrentPasswordField } from '#web/session/current-password-field.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { Section } from '#web/users/section.tsx';
import type { SecurityOutcome } from './security-steps.ts';

/** Changing the password; an account with Google only sets its first one by mail. */
export function PasswordSection(props: { user: User; hasPassword: boolean; hosted: boolean }) {
  const { user, hasPassword, hosted } = props;
  return (
    <Section id="password" title="Password">
      {hasPassword ? (
        <ChangePassword user={user} hosted={hosted} />
      ) : (
        <FirstPassword email={user.email} />
      )}
    </Section>
  );
}

function ChangePassword({ user, hosted }: { user: User; hosted: boolean }) {
  const { Form, attributes, pending, outcome, errors } = useForm<SecurityOutcome>({
    after: ({ kind }, form) => kind === 'password-changed' && form?.reset(),
  });
  return (
    <Form {...attributes} aria-label="Change password" className="flex flex-col gap-4">
      <input type="hidden" name="step" value="password" />
      <div className="grid gap-4 sm:grid-cols-2">
        <CurrentPasswordField label="Current password" name="current" error={errors?.current} />
        <NewPasswordField label="New password" owner={user} error={errors?.password} />
      </div>
      <p className="quiet text-sm">
        {hosted
          ? 'Every other browser is signed out.'
          : 'Every other browser is signed out, and we tell you by mail.'}
      </p>
      <FormEnd button="Change password" look="plain" pending={pending} outcome={outcome} />
    </Form>
  );
}

function FirstPassword({ email }: { email: string }) {
  const { Form, attributes, pending, outcome } = useForm<SecurityOutcome>();
  return (
    <Form {...attributes} aria-label="First password" className="flex flex-col gap-4">
      <input type="hidden" name="step" value="firstPassword" />
      <input type="hidden" name="email" value={email} />
      <p>
        You sign in with Google, and this account has no password. If you want one as well, we mail
        you a link to choose it.
      </p>
      <FormEnd button="Mail me the link" look="plain" pending={pending} outcome={outcome} />
    </Form>
  );
}
