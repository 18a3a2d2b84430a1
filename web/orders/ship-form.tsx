import type { Order } from '#contract/orders.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { shipQuestion, shipTitle } from './ship-order.ts';

/** Marks an order as shipped, with the parcel's carrier and number where there are any. */
export function ShipForm({ order }: { order: Order }) {
  const { Form, attributes, pending, outcome, ...question } = useForm<StepOutcome>({ asks: true });
  return (
    <Form {...attributes} aria-label="Ship" className="flex flex-col gap-4">
      <h3 className="text-base font-semibold">Ship</h3>
      <input type="hidden" name="step" value="ship" />
      <Field label="Carrier" name="carrier" optional autoComplete="off" maxLength={80} />
      <Field
        label="Tracking number"
        name="trackingNumber"
        optional
        autoComplete="off"
        maxLength={80}
        help="The customer sees both"
      />
      <FormEnd button="Ship order" pending={pending} outcome={outcome} />
      <Confirm
        open={question.asked !== undefined}
        title={shipTitle}
        question={shipQuestion(order)}
        pending={pending}
        yes="signal"
        onYes={question.yes}
        onNo={question.no}
      />
    </Form>
  );
}
