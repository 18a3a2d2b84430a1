import { useId } from 'react';
import type { Address } from '#contract/addresses.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, TextArea } from '#web/ui/field.tsx';
import { Outcome } from '#web/ui/form-end.tsx';
import { Submit } from '#web/ui/submit.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { addressErrors, typedAddress, type AddressOutcome } from './address-steps.ts';

/** Asks for an address and its name. */
export function AddressDialog(props: { address: Address; isNew: boolean; onClose: () => void }) {
  const { address, isNew, onClose } = props;
  const id = useId();
  const { Form, attributes, pending, outcome, errors } = useForm<AddressOutcome>({
    check: (fields) => addressErrors(typedAddress(fields)),
    after: ({ kind }) => kind === 'kept' && onClose(),
  });
  return (
    <Dialog
      open
      labelledBy={`${id}title`}
      describedBy={`${id}about`}
      onEscape={() => !pending && onClose()}
    >
      <h2 id={`${id}title`} className="text-lg font-semibold">
        {isNew ? 'Add an address' : 'Change this address'}
      </h2>
      <p id={`${id}about`} className="quiet mt-1">
        Orders that were placed keep the address they were placed with.
      </p>
      <Form {...attributes} aria-label="Address" className="mt-4 flex flex-col gap-4">
        <input type="hidden" name="step" value="keep" />
        <input type="hidden" name="id" value={address._id} />
        <Field
          label="Name"
          name="name"
          help="What you call it, such as Workshop."
          autoComplete="off"
          maxLength={64}
          required
          defaultValue={address.name}
          error={errors?.name}
        />
        <TextArea
          label="Address"
          name="address"
          autoComplete="street-address"
          rows={3}
          maxLength={500}
          required
          defaultValue={address.address}
          error={errors?.address}
        />
        <Field
          label="Phone"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={40}
          required
          defaultValue={address.phone}
          error={errors?.phone}
        />
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="isDefault"
            className="size-5 flex-none"
            defaultChecked={address.isDefault}
          />
          Begin my orders with this address
        </label>
        <Outcome outcome={outcome?.kind === 'failed' ? outcome : undefined} />
        <div className="grid gap-3 sm:grid-cols-2">
          <Button onClick={onClose} disabled={pending}>
            Cancel
          </Button>
          <Submit pending={pending}>Save</Submit>
        </div>
      </Form>
    </Dialog>
  );
}
