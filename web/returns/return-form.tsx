import { useState } from 'react';
import { returnLimits, returnReasons } from '#contract/return-rules.ts';
import { Field, FileField, Select, TextArea } from '#web/ui/field.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { TriedVehicleFields } from '#web/vehicle/tried-vehicle-fields.tsx';
import { returnErrors, typedReturn, type ReturnOutcome } from './return-steps.ts';

/** Asks to send back pieces that were shipped. */
export function ReturnForm(props: { returnable: number; productId: string }) {
  const { returnable, productId } = props;
  const [reason, setReason] = useState('');
  const { Form, attributes, pending, outcome, errors } = useForm<ReturnOutcome>({
    check: (fields) => returnErrors(typedReturn(fields), returnable),
  });
  return (
    <Form {...attributes} aria-label="Return pieces" className="mt-3 flex flex-col gap-4">
      <input type="hidden" name="step" value="return" />
      <Select
        label="Reason"
        name="reason"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        required
        error={errors?.reason}
      >
        <option value="">Please choose</option>
        {Object.entries(returnReasons).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
      {reason === 'does-not-fit' && (
        <TriedVehicleFields productId={productId} optional errors={errors} />
      )}
      <Field
        label="Pieces to return"
        name="quantity"
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        required
        error={errors?.quantity}
        help={`At most ${returnable}`}
      />
      <TextArea
        label="What is wrong"
        name="note"
        optional
        maxLength={returnLimits.noteLength}
        error={errors?.note}
      />
      <FileField
        label="Pictures"
        name="pictures"
        optional
        multiple
        accept="image/jpeg,image/png,image/webp"
        error={errors?.pictures}
        help={`Up to ${returnLimits.pictures}; only you and the shop see them`}
      />
      <FormEnd button="Ask for the return" pending={pending} outcome={outcome} />
    </Form>
  );
}
