import { useState, type ReactNode } from 'react';
import { orderNumber } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { paths } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { momentOf } from '#web/ui/moment.ts';
import { RowPicture } from '#web/ui/row-picture.tsx';
import { FitLine } from '#web/vehicle/fit-line.tsx';
import { HeldInShort } from './held-until.tsx';
import { Link, type LinkProps } from '#web/ui/link.tsx';

/** A name and what it is. */
export type Fact = readonly [name: string, value: ReactNode];

/** The part of an order in its table's row, with the rest of the order behind a button. */
export function OrderedPart(props: {
  order: Order;
  /** Where the part's name leads. */
  to: LinkProps['to'];
  facts: readonly Fact[];
}) {
  const { order } = props;
  const [open, setOpen] = useState(false);
  const id = `order-${order._id}`;
  return (
    <div className="flex min-w-0 items-start gap-3 text-start">
      <RowPicture image={order.image} />
      <div className="min-w-0">
        <Link to={props.to} className="font-semibold [overflow-wrap:anywhere] hover:underline">
          {order.productName}
        </Link>
        <FitLine partId={order.productId} />
        <Link
          to={paths.order(order._id)}
          className="link figures flex min-h-6 w-fit items-center text-sm"
        >
          <span className="sr-only">Order </span>
          {orderNumber(order._id)}
        </Link>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="quiet figures flex min-h-8 items-center gap-1.5 text-start text-sm whitespace-nowrap hover:underline"
        >
          <span>{`Ordered ${momentOf(order.createdAt, 'day')}`}</span>
          <Icon name="down" className={`size-4 ${open ? 'rotate-180' : ''}`} />
        </button>
        {order.heldUntil !== null && (
          <p className="quiet figures text-sm">
            <HeldInShort until={order.heldUntil} />
          </p>
        )}
        <div id={id} hidden={!open}>
          {open && <Facts facts={props.facts} />}
        </div>
      </div>
    </div>
  );
}

/** The rest of an order, behind its button. */
export function Facts({ facts, className = '' }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={`figures mt-1 text-sm ${className}`}>
      {facts.map(([name, value]) => (
        <div key={name} className="break-inside-avoid py-0.5">
          <dt className="quiet inline">{`${name}: `}</dt>
          <dd className="inline whitespace-pre-line [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
