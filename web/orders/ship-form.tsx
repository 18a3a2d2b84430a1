import type { SyntheticEvent } from 'react';
import type { Order } from '#contract/orders.ts';
import { StepNoteLine } from '#web/ui/step-note.tsx';
import type { Step } from '#web/ui/use-step.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { Field } from '#web/ui/field.tsx';
import { Submit } from '#web/ui/submit.tsx';
import { typedText } from '#web/ui/typed-text.ts';
import { shipQuestion, shipTitle, type TypedParcel } from './ship-order.ts';

/** Marks an order as shipped, with the parcel's carrier and number where there are any. */
export function ShipForm({
  order,
  step,
}: {
  readonly order: Order;
  readonly step: Step<TypedParcel>;
}) {
  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    step.ask({
      carrier: typedText(fields, 'carrier').trim(),
      trackingNumber: typedText(fields, 'trackingNumber').trim(),
    });
  }
  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      aria-label="Ship"
      className="flex flex-col gap-4"
    >
      <h3 className="text-lg font-bold">Ship</h3>
      <Field label="Carrier" name="carrier" optional autoComplete="off" maxLength={80} />
      <Field
        label="Tracking number"
        name="trackingNumber"
        optional
        autoComplete="off"
        maxLength={80}
        help="The customer sees both"
      />
      <div>
        <Submit pending={step.pending} className="px-8 max-sm:w-full">
          Ship order
        </Submit>
        <StepNoteLine note={step.note} rowId={order._id} />
      </div>
      <Confirm
        open={step.asked !== undefined}
        title={shipTitle}
        question={shipQuestion(order)}
        pending={step.pending}
        yes="signal"
        onYes={step.yes}
        onNo={step.no}
      />
    </form>
  );
}
