import { formatDollars } from '#contract/money.ts';
import { unitPrice } from '#contract/order-rules.ts';
import type { Part } from '#contract/parts.ts';

/** What a piece costs by the quantity, with a mark at the price of this one; nothing where every quantity costs the same. */
export function PriceBreaks(props: { part: Part; quantity?: number; className?: string }) {
  const { part, quantity, className = '' } = props;
  const { price, orderQuantity, priceBreaks } = part;
  if (priceBreaks.length === 0) return null;
  const now = quantity === undefined ? undefined : unitPrice(quantity, part);
  return (
    <ul
      aria-label="Price by quantity"
      className={`rounded-field border-base-300 figures flex flex-wrap overflow-hidden border text-sm ${className}`}
    >
      {[{ from: orderQuantity, price }, ...priceBreaks].map((row) => (
        <li
          key={row.from}
          aria-current={row.price === now}
          className="border-base-300 aria-[current=true]:bg-primary/9 aria-[current=true]:text-primary -ms-px -mt-px flex grow basis-24 flex-col border-s border-t px-3 py-2"
        >
          <span className="quiet">{`from ${row.from}`}</span>
          <strong className="text-base font-semibold">{formatDollars(row.price)}</strong>
        </li>
      ))}
    </ul>
  );
}
