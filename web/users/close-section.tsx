import { useId, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Submit } from '#web/ui/submit.tsx';
import { useForm } from '#web/ui/use-form.ts';
import type { ClosingOutcome } from './close-account.ts';
import { Section } from './section.tsx';

/** Explains and closes the account. */
export function CloseSection({ email }: { email: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <Section id="close" title="Close this account">
      <ul className="flex list-disc flex-col gap-1.5 ps-5">
        <li>Your unpaid orders are cancelled.</li>
        <li>Your paid orders stay in our books, without your name, address and phone number.</li>
        <li>Your reviews stay, as those of ‘A customer’.</li>
        <li>Your profile and your sign-in are deleted, and every browser is signed out.</li>
      </ul>
      <p className="mt-4">
        This cannot be undone. An account with a paid order that is not shipped yet cannot be
        closed. If you want to keep anything, download your data first.
      </p>
      <Button className="text-error mt-4 max-sm:w-full" onClick={() => setAsking(true)}>
        Close this account
      </Button>
      <ClosingDialog open={asking} email={email} onKeep={() => setAsking(false)} />
    </Section>
  );
}

interface ClosingProps {
  email: string;
  onKeep: () => void;
}

function ClosingDialog({ open, email, onKeep }: ClosingProps & { open: boolean }) {
  const id = useId();
  return (
    <Dialog open={open} labelledBy={`${id}title`} describedBy={`${id}question`} onEscape={onKeep}>
      <h2 id={`${id}title`} className="text-lg font-semibold">
        Close this account?
      </h2>
      <p id={`${id}question`} className="mt-2">
        This cannot be undone. To make sure that it is meant, type the e-mail address of the
        account: <strong className="[overflow-wrap:anywhere]">{email}</strong>
      </p>
      {open && <ClosingForm email={email} onKeep={onKeep} />}
    </Dialog>
  );
}

/** A new component for each opening, so that it begins empty. */
function ClosingForm({ email, onKeep }: ClosingProps) {
  const { Form, attributes, pending, outcome, errors } = useForm<ClosingOutcome>();
  // Closed: the next page is on its way.
  const rests = pending || outcome?.kind === 'closed';
  return (
    <Form {...attributes} aria-label="Close this account" className="mt-5">
      <input type="hidden" name="step" value="close" />
      <input type="hidden" name="email" value={email} />
      <Field
        label="E-mail address of the account"
        name="typedEmail"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={320}
        error={errors?.typedEmail}
      />
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
        <Button onClick={onKeep} disabled={rests}>
          Keep it
        </Button>
        <Submit pending={rests} look="danger" className="">
          Close the account
        </Submit>
      </div>
    </Form>
  );
}
