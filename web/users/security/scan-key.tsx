import { useEffect } from 'react';
import type { SecondFactorKey } from '#contract/identity.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { QrCode } from './qr-code.tsx';
import type { SecurityOutcome } from './security-steps.ts';

/** The secret for the authenticator app, as a QR code and as text, and the field for the app's first code. */
export function ScanKey(props: {
  secret: SecondFactorKey;
  onCodes: (codes: readonly string[]) => void;
}) {
  const { secret, onCodes } = props;
  const { Form, attributes, form, pending, outcome, errors } = useForm<SecurityOutcome>({
    after: (answer) => answer.kind === 'factor-on' && onCodes(answer.recoveryCodes),
  });
  useEffect(() => {
    // The button that led here is gone.
    form.current?.querySelector<HTMLElement>('input[name="code"]')?.focus();
  }, [form]);
  return (
    <Form {...attributes} aria-label="Confirm the second factor" className="flex flex-col gap-5">
      <input type="hidden" name="step" value="confirmFactor" />
      <div className="flex flex-wrap gap-6">
        <QrCode text={secret.uri} label="QR code for your authenticator app" />
        <div className="min-w-0 flex-1 basis-56">
          <p>Scan this with an authenticator app on your phone. Or type its key there by hand:</p>
          <p className="mt-3">
            <code className="font-semibold break-words">
              {secret.secret.match(/.{1,4}/g)?.join(' ')}
            </code>
          </p>
          <div className="mt-3">
            <CopyButton text={secret.secret} what="the key" />
          </div>
        </div>
      </div>
      <div className="max-w-sm">
        <Field
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={12}
          error={errors?.code}
          help="The six digits that the app shows now."
        />
      </div>
      <FormEnd button="Confirm" pending={pending} outcome={outcome} />
    </Form>
  );
}
