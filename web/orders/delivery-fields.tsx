import { KeepAddress } from '#web/addresses/keep-address.tsx';
import { Field, TextArea } from '#web/ui/field.tsx';
import type { FieldErrors } from '#web/ui/use-form.ts';
import { DeliveryChoice } from './delivery-choice.tsx';
import type { Delivery } from './known-deliveries.ts';
import type { Orderer } from './load-orderer.ts';

/** Where an order goes: typed, or chosen from what the customer ordered with before. */
export function DeliveryFields(props: {
  /** Undefined while it is loading. */
  orderer: Orderer | undefined;
  delivery: Delivery;
  onType: (delivery: Delivery) => void;
  errors: FieldErrors<keyof Delivery> | undefined;
}) {
  const { orderer, delivery, onType, errors } = props;
  const { address, phone } = delivery;
  return (
    <>
      <TextArea
        label="Address"
        name="address"
        autoComplete="street-address"
        rows={2}
        required
        maxLength={500}
        value={address}
        onChange={({ target }) => onType({ address: target.value, phone })}
        error={errors?.address}
      />
      {orderer !== undefined && orderer.deliveries.length > 1 && (
        <DeliveryChoice deliveries={orderer.deliveries} chosen={delivery} onChoose={onType} />
      )}
      <Field
        label="Phone"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        maxLength={40}
        value={phone}
        onChange={({ target }) => onType({ address, phone: target.value })}
        error={errors?.phone}
      />
      {orderer?.book && <KeepAddress delivery={delivery} book={orderer.book} />}
    </>
  );
}
