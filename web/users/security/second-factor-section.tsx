import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { SecondFactorKey, SignInWays } from '#contract/identity.ts';
import { paths } from '#web/paths.ts';
import { CodeField } from '#web/session/code-step.tsx';
import { CurrentPasswordField } from '#web/session/current-password-field.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ScanKey } from './scan-key.tsx';
import { Section } from '#web/users/section.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import type { SecurityOutcome } from './security-steps.ts';

/** Turning the second factor on and off. */
export function SecondFactorSection(props: { ways: SignInWays; emailVerified: boolean }) {
  const { ways, emailVerified } = props;
  const [key, setKey] = useState<SecondFactorKey>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { revalidate } = useRevalidator();
  const onKept = () => {
    setCodes(undefined);
    // The page was not loaded again when it was turned on (loadsAfter).
    if (!ways.secondFactor) void revalidate();
  };
  const onCodes = (shown: readonly string[]) => {
    setKey(undefined);
    setCodes(shown);
  };
  const steps = () => {
    if (codes !== undefined) return <RecoveryCodes codes={codes} onKept={onKept} />;
    // Before `ways`: the page may learn that the factor is on before the form has its answer, and only that has the codes.
    if (key !== undefined) return <ScanKey secret={key} onCodes={onCodes} />;
    if (ways.secondFactor) return <TurnOff left={ways.recoveryCodesLeft} />;
    return <TurnOn ways={ways} emailVerified={emailVerified} onKey={setKey} />;
  };
  return (
    <Section id="second-factor" title="Second factor">
      {steps()}
    </Section>
  );
}

interface TurnOnProps {
  ways: SignInWays;
  emailVerified: boolean;
  onKey: (key: SecondFactorKey) => void;
}

function TurnOn({ ways, emailVerified, onKey }: TurnOnProps) {
  return (
    <div className="flex flex-col gap-4">
      <p>
        With a second factor a stolen password opens nothing: a sign-in also asks for a code that an
        authenticator app on your phone shows, with Google too.
      </p>
      {!emailVerified && (
        <p>
          For this your e-mail address has to be confirmed:{' '}
          <TextLink to={paths.verifyEmail}>ask for the link</TextLink>.
        </p>
      )}
      {emailVerified && !ways.password && (
        <p>For this the account needs a password. Ask for one above.</p>
      )}
      {emailVerified && ways.password && <BeginForm onKey={onKey} />}
    </div>
  );
}

function BeginForm({ onKey }: Pick<TurnOnProps, 'onKey'>) {
  const { Form, attributes, pending, outcome, errors } = useForm<SecurityOutcome>({
    after: (answer) => answer.kind === 'key' && onKey(answer.key),
  });
  return (
    <Form {...attributes} aria-label="Turn on the second factor" className="flex flex-col gap-4">
      <input type="hidden" name="step" value="beginFactor" />
      <div className="max-w-sm">
        <CurrentPasswordField label="Your password" error={errors?.password} />
      </div>
      <FormEnd button="Turn on" look="plain" pending={pending} outcome={outcome} />
    </Form>
  );
}

function TurnOff({ left }: { left: number }) {
  const { Form, attributes, pending, outcome, errors } = useForm<SecurityOutcome>();
  return (
    <Form {...attributes} aria-label="Turn off the second factor" className="flex flex-col gap-4">
      <input type="hidden" name="step" value="endFactor" />
      <p>
        <span className="text-success font-semibold">It is on.</span>{' '}
        {`A sign-in asks for a code of your app. ${left === 1 ? 'One recovery code is' : `${left} recovery codes are`} left; for new ones, turn it off and on again.`}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <CurrentPasswordField label="Your password" error={errors?.password} />
        <CodeField error={errors?.code} />
      </div>
      <FormEnd button="Turn off" look="plain" pending={pending} outcome={outcome} />
    </Form>
  );
}
