import { useState, type ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { orderNumber } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { paths } from '#web/paths.ts';

/** A name and what it is. */
export type Fact = readonly [name: string, value: ReactNode];

/** The part of an order in its table's row, with the rest of the order behind a button. */
export function OrderedPart(props: {
  readonly order: Order;
  /** Where the part's name leads. */
  readonly to: LinkProps['to'];
  /** Whose order it is, where that is not clear from the page. */
  readonly by?: string;
  readonly facts: readonly Fact[];
}) {
  const { order, by } = props;
  const [open, setOpen] = useState(false);
  const id = `order-${order._id}`;
  return (
    <div className="flex min-w-0 items-start gap-3 text-start max-md:flex-row-reverse max-md:text-end">
      <span className="bg-tile size-12 flex-none overflow-hidden rounded-sm max-[24rem]:hidden">
        <img src={order.image} alt="" width={48} height={48} loading="lazy" className="size-full object-cover mix-blend-multiply" />
      </span>
      <div className="min-w-0">
        <Link to={props.to} className="font-semibold break-words hover:underline">
          {order.productName}
        </Link>
        <Link to={paths.order(order._id)} className="link figures flex min-h-6 w-fit items-center text-sm max-md:ms-auto">
          <span className="sr-only">Order </span>
          {orderNumber(order._id)}
        </Link>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className={`quiet figures flex min-h-8 items-center gap-1.5 text-sm max-md:ms-auto hover:underline ${by === undefined ? 'whitespace-nowrap' : 'text-start max-md:text-end'}`}
        >
          <span>
            <span className="max-md:sr-only">Ordered </span>
            {dateOf(order.createdAt)}
            {by !== undefined && ` by ${by}`}
          </span>
          <span aria-hidden="true" className={`text-xs ${open ? 'rotate-180' : ''}`}>
            ▾
          </span>
        </button>
        <div id={id} hidden={!open}>
          {open && <Facts facts={props.facts} />}
        </div>
      </div>
    </div>
  );
}

function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className="figures mt-1 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="py-0.5">
          <dt className="quiet inline">{`${name}: `}</dt>
          <dd className="inline break-words whitespace-pre-line [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function dateOf(moment: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(new Date(moment));
}
