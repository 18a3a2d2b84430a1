import { useId, useState, type SyntheticEvent } from 'react';
import { leftToShip } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { keptKey } from '#web/api/kept-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { shipmentErrors, shipTitle, typedShipment, type TypedShipment } from './ship-order.ts';
import { ShipmentFields } from './shipment-fields.tsx';

/** A shipment to be made, with its idempotency key and the pieces that were shown as left. */
export type ShipmentToMake = TypedShipment & { readonly key: string; readonly before: string };

/** Asks how many pieces of an order are on their way, all that are left at first; Esc means No. */
export function ShipDialog(props: {
  order: Order | undefined;
  pending: boolean;
  onYes: (shipment: ShipmentToMake) => void;
  onNo: () => void;
}) {
  const { order } = props;
  const id = useId();
  return (
    <Dialog
      open={order !== undefined}
      labelledBy={`${id}title`}
      describedBy={`${id}question`}
      onEscape={() => !props.pending && props.onNo()}
    >
      <h2 id={`${id}title`} className="text-lg font-semibold">
        {shipTitle}
      </h2>
      {order && (
        <>
          <p id={`${id}question`} className="mt-2 [overflow-wrap:anywhere]">
            {`${order.quantity} × ${order.productName} for ${order.name || order.email}: how many are on their way? With the last piece the customer sees the order as shipped.`}
          </p>
          <Questions key={order._id} {...props} order={order} />
        </>
      )}
    </Dialog>
  );
}

function Questions(props: {
  order: Order;
  pending: boolean;
  onYes: (shipment: ShipmentToMake) => void;
  onNo: () => void;
}) {
  const left = leftToShip(props.order);
  const [errors, setErrors] = useState<ReturnType<typeof shipmentErrors>>();
  function onSubmit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = typedShipment(new FormData(event.currentTarget));
    const wrong = shipmentErrors(typed, left);
    setErrors(wrong);
    if (wrong === undefined)
      props.onYes({
        ...typed,
        key: keptKey('shipment', props.order._id),
        before: String(left),
      });
  }
  return (
    <form noValidate onSubmit={onSubmit} className="mt-4 flex flex-col gap-4">
      <ShipmentFields left={left} errors={errors} />
      <div className="mt-2 flex justify-end gap-3">
        <Button onClick={props.onNo} disabled={props.pending}>
          {texts.no}
        </Button>
        <Button type="submit" look="signal" disabled={props.pending}>
          {texts.yes}
        </Button>
      </div>
    </form>
  );
}
