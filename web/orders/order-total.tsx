import { formatDollars } from '#contract/money.ts';
import { nextBreak, orderTotal, quantityFits, unitPrice } from '#contract/order-rules.ts';
import type { Part } from '#contract/parts.ts';
import { Button } from '#web/ui/button.tsx';
import { inPieces } from '#web/ui/in-pieces.ts';

/** What this quantity costs, and the larger one at the next lower price. */
export function OrderTotal(props: {
  part: Part;
  quantity: number;
  onTake: (quantity: string) => void;
}) {
  const { part, quantity, onTake } = props;
  if (!quantityFits(quantity, part)) return <p className="quiet">No total for this quantity</p>;
  const price = unitPrice(quantity, part);
  const next = nextBreak(quantity, part);
  return (
    <div>
      <p className="figures">
        <span className="quiet">{`${inPieces(quantity)} for `}</span>
        <strong className="text-xl font-semibold">
          {formatDollars(orderTotal(price, quantity))}
        </strong>
        {price !== part.price && (
          <span className="quiet">{` at ${formatDollars(price)} each`}</span>
        )}
      </p>
      {next && (
        <Button
          small
          look="soft"
          className="figures mt-2"
          onClick={() => onTake(String(next.from))}
        >
          {`Take ${next.from}: ${formatDollars(next.price)} each, saves ${formatDollars(next.saves)}`}
        </Button>
      )}
    </div>
  );
}
