import { useRef, useState } from 'react';
import type { BoughtPart } from '#contract/bought-parts.ts';
import { formatDollars } from '#contract/money.ts';
import { orderNumber, unitPrice } from '#contract/order-rules.ts';
import type { Part } from '#contract/parts.ts';
import { ChangeLine } from '#web/order-again/change-line.tsx';
import { changesOf } from '#web/order-again/changes.ts';
import { putOnList, type Putting } from '#web/order-again/put-on-list.ts';
import { lineOf } from '#web/order-list/list-model.ts';
import { changeLines, currentLines } from '#web/order-list/order-list.ts';
import { grouped } from '#web/parts/list/counts.ts';
import { LowestPrice } from '#web/parts/lowest-price.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { momentOf } from '#web/ui/moment.ts';
import { RowPicture } from '#web/ui/row-picture.tsx';
import { RowBox, useSelection, type Selection } from '#web/ui/selection.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { FitLine } from '#web/vehicle/fit-line.tsx';
import { AddedBar } from './added-bar.tsx';
import { Link } from '#web/ui/link.tsx';

/** What was bought and is sold still, itself or by what takes its place. */
type Sold = BoughtPart & { readonly part: Part };

const isSold = (row: BoughtPart): row is Sold => row.part !== null;
const keyOf = ({ productId }: BoughtPart): string => productId;

/** What was bought before, with what it costs today; each can be put on the list with the pieces of the last time. */
export function BoughtTable({ rows }: { rows: readonly BoughtPart[] }) {
  const selection = useSelection(rows.filter(isSold), keyOf, ({ part }) => part.name);
  const [added, setAdded] = useState<Putting>();
  const box = useRef<HTMLDivElement>(null);
  // Before the bar goes with its button, whoever works down the list stays where they are.
  const stay = () => box.current?.focus({ preventScroll: true });
  const add = (chosen: readonly Sold[]) => {
    const lines = chosen.map(({ part, quantity }) => lineOf(part, quantity));
    const putting = putOnList(currentLines(), lines, []);
    changeLines(() => putting.lines);
    setAdded(putting);
    selection.clear();
  };
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Table
        label="Parts that you bought before"
        rows={rows}
        keyOf={keyOf}
        columns={columnsOf(selection, add)}
      />
      <AddedBar
        chosen={selection.chosen.length}
        onAdd={() => add(selection.chosen)}
        onClear={() => {
          stay();
          selection.clear();
        }}
        added={added}
        onEnd={() => {
          stay();
          setAdded(undefined);
        }}
      />
    </div>
  );
}

function columnsOf(
  selection: Selection<Sold>,
  add: (rows: readonly Sold[]) => void,
): Column<BoughtPart>[] {
  return [
    {
      head: 'Part',
      lead: true,
      cell: (row) => (
        <div className="flex items-start gap-2">
          {isSold(row) ? <RowBox selection={selection} row={row} /> : <span className="size-7" />}
          <Named row={row} />
        </div>
      ),
    },
    {
      head: 'Last time',
      numeric: true,
      cell: ({ quantity, price, orderedAt, orderId }) => (
        <span className="block whitespace-nowrap">
          {`${grouped(quantity)} at ${formatDollars(price)}`}
          <Link
            to={paths.order(orderId)}
            aria-label={`${momentOf(orderedAt, 'day')}, order ${orderNumber(orderId)}`}
            className="link block min-h-6"
          >
            {momentOf(orderedAt, 'day')}
          </Link>
        </span>
      ),
    },
    {
      head: 'Today',
      numeric: true,
      cell: (row) => (isSold(row) ? <Today row={row} /> : <span aria-hidden="true">–</span>),
    },
    {
      head: 'In all',
      numeric: true,
      cell: ({ pieces, orders }) => (
        <span className="block whitespace-nowrap">
          {grouped(pieces)}
          <span className="quiet block">
            {orders === 1 ? 'in 1 order' : `in ${grouped(orders)} orders`}
          </span>
        </span>
      ),
    },
    {
      head: '',
      cell: (row) =>
        isSold(row) && (
          <Button
            small
            aria-label={`Add to list: ${grouped(row.quantity)} of ${row.part.partNumber ?? row.part.name}`}
            className="gap-1.5 whitespace-nowrap"
            onClick={() => add([row])}
          >
            <Icon name="plus" className="size-4" />
            Add to list
          </Button>
        ),
    },
  ];
}

/** The part as it is sold now, and what of it has changed beside the price. */
function Named({ row }: { row: BoughtPart }) {
  const { part, productName, partNumber, image } = row;
  const changes = changesOf(row, part ?? undefined);
  return (
    <div className="flex min-w-0 items-start gap-3 text-start">
      <RowPicture image={part?.image ?? image} />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <b className="figures">{part ? part.partNumber : partNumber}</b>{' '}
        {part ? (
          <Link to={paths.part(part)} className="hover:underline">
            {part.name}
          </Link>
        ) : (
          productName
        )}
        {part && <FitLine partId={part._id} />}
        {changes
          .filter(({ kind }) => kind !== 'up' && kind !== 'down')
          .map((change) => (
            <ChangeLine key={change.kind} change={change} />
          ))}
      </div>
    </div>
  );
}

/** The price of today for as many pieces as the last time, whether it is higher or lower, and the stock. */
function Today({ row: { part, quantity, price } }: { row: Sold }) {
  const now = unitPrice(quantity, part);
  return (
    <span className="block whitespace-nowrap">
      <span className="inline-flex items-center gap-1 font-semibold">
        {now !== price && (
          <>
            <Icon
              name={now > price ? 'arrow-up' : 'arrow-down'}
              className={`size-4 ${now > price ? 'text-error' : 'text-success'}`}
            />
            <span className="sr-only">{now > price ? 'Higher:' : 'Lower:'}</span>
          </>
        )}
        {formatDollars(now)}
      </span>
      <LowestPrice part={part} />
      <span className="quiet block">{`${grouped(part.inStock)} in stock`}</span>
    </span>
  );
}
