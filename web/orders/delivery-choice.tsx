import { Button } from '#web/ui/button.tsx';
import { isSame, type Delivery, type KnownDelivery } from './known-deliveries.ts';

/** Buttons that fill in a known address and phone; the pressed one matches the form. */
export function DeliveryChoice(props: {
  deliveries: readonly KnownDelivery[];
  chosen: Delivery;
  onChoose: (delivery: Delivery) => void;
}) {
  return (
    <div className="-mt-3 flex flex-wrap gap-1">
      {props.deliveries.map(({ words, address, phone }) => (
        <Button
          key={words}
          small
          look="quiet"
          className="aria-pressed:bg-base-200"
          aria-pressed={isSame(props.chosen, { address, phone })}
          onClick={() => props.onChoose({ address, phone })}
        >
          {words}
        </Button>
      ))}
    </div>
  );
}
