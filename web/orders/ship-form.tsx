import { leftToShip } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { keptKey } from '#web/api/kept-keys.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import { useForm } from '#web/ui/use-form.ts';
import {
  shipmentErrors,
  shipQuestion,
  shipTitle,
  typedShipment,
  type ShipOutcome,
} from './ship-order.ts';
import { ShipmentFields } from './shipment-fields.tsx';

/** Ships pieces of an order, with the carrier, number and link of the shipment where there are any. */
export function ShipForm({ order }: { order: Order }) {
  const left = leftToShip(order);
  const { Form, attributes, pending, outcome, errors, ...question } = useForm<ShipOutcome>({
    check: (fields) => shipmentErrors(typedShipment(fields), left),
    asks: true,
    key: () => keptKey('shipment', order._id),
  });
  const { asked } = question;
  return (
    <Form {...attributes} aria-label="Ship" className="flex flex-col gap-4">
      <h3 className="text-base font-semibold">Ship</h3>
      <input type="hidden" name="step" value="ship" />
      <input type="hidden" name="before" value={left} />
      <ShipmentFields left={left} errors={errors} />
      <FormEnd button="Ship order" pending={pending} outcome={outcome} />
      <Confirm
        open={asked !== undefined}
        title={shipTitle}
        question={asked ? shipQuestion(order, Number(typedShipment(asked).quantity)) : ''}
        pending={pending}
        yes="signal"
        onYes={question.yes}
        onNo={question.no}
      />
    </Form>
  );
}
