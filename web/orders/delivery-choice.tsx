import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/field.tsx';
import { isSame, type Delivery, type KnownDelivery } from './known-deliveries.ts';

interface Choice {
  deliveries: readonly KnownDelivery[];
  chosen: Delivery;
  onChoose: (delivery: Delivery) => void;
}

/** As many as are shown beside each other. */
const few = 5;

/** Fills in a known address and phone: one button each, or a list where there are many. */
export function DeliveryChoice(props: Choice) {
  const { deliveries, chosen, onChoose } = props;
  if (deliveries.length > few) return <DeliveryList {...props} />;
  return (
    <div className="-mt-3 flex flex-wrap gap-1">
      {deliveries.map(({ words, address, phone }) => (
        <Button
          key={`${words} ${address} ${phone}`}
          small
          look="quiet"
          className="aria-pressed:bg-base-200 max-w-full [overflow-wrap:anywhere]"
          aria-pressed={isSame(chosen, { address, phone })}
          onClick={() => onChoose({ address, phone })}
        >
          {words}
        </Button>
      ))}
    </div>
  );
}

function DeliveryList({ deliveries, chosen, onChoose }: Choice) {
  const at = deliveries.findIndex((one) => isSame(one, chosen));
  return (
    <Select
      label="Or one of your addresses"
      name="known"
      value={at}
      onChange={({ target }) => {
        const delivery = deliveries[Number(target.value)];
        if (delivery) onChoose({ address: delivery.address, phone: delivery.phone });
      }}
    >
      {at === -1 && <option value={-1}>As typed above</option>}
      {deliveries.map(({ words }, place) => (
        <option key={place} value={place}>
          {words}
        </option>
      ))}
    </Select>
  );
}
