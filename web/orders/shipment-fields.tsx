import type { TypedShipment } from './ship-order.ts';
import { Field } from '#web/ui/field.tsx';
import type { FieldErrors } from '#web/ui/use-form.ts';

/** The fields of a shipment: how many pieces, all that are left unless somebody types fewer, and how to follow them. */
export function ShipmentFields({
  left,
  errors,
}: {
  left: number;
  errors: FieldErrors<keyof TypedShipment> | undefined;
}) {
  return (
    <>
      <Field
        label="Pieces"
        name="quantity"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={left}
        maxLength={9}
        required
        error={errors?.quantity}
        help={`${left} are left to ship`}
      />
      <Field label="Carrier" name="carrier" optional autoComplete="off" maxLength={80} />
      <Field
        label="Tracking number"
        name="trackingNumber"
        optional
        autoComplete="off"
        maxLength={80}
      />
      <Field
        label="Tracking link"
        name="trackingLink"
        type="url"
        optional
        autoComplete="off"
        maxLength={500}
        placeholder="https://"
        error={errors?.trackingLink}
        help="The customer sees carrier, number and link"
      />
    </>
  );
}
