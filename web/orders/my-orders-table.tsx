import { useRef } from 'react';
import { formatDollars } from '#contract/money.ts';
import type { ListedBatch, ListedOrder, MyOrder, MyOrdersWanted } from '#contract/my-orders.ts';
import { orderCan } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { StepNoteLine, type StepNote } from '#web/ui/step-note.tsx';
import { OrderAgain } from '#web/order-again/order-again.tsx';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Box } from '#web/ui/selection.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { toastDetails } from '#web/ui/toast-details.tsx';
import {
  boxOf,
  mostChosen,
  payableOf,
  useChosenOrders,
  type ChosenOrders,
} from './chosen-orders.ts';
import type { UnpaidList } from './cancel-list.tsx';
import { ListActions } from './list-actions.tsx';
import { ListBadges, ListedLine, ListedList } from './listed-list.tsx';
import { OrderBadge } from './order-badge.tsx';
import { OrderedPart, type Fact } from './ordered-part.tsx';
import { PayBar } from './pay-bar.tsx';
import { shippedFact } from './shipped-fact.ts';
import { useOpenLists, type OpenLists } from './use-open-lists.ts';
import './list-line.css';

interface CancelProps {
  /** Why the last cancel of an order or a list was refused; shown in its row. */
  note: StepNote | undefined;
  onCancel: (order: Order) => void;
  onCancelList: (list: UnpaidList) => void;
}

/** A row of the table. */
interface Row {
  readonly entry: MyOrder;
  /** Of a line: the list that it is of. */
  readonly list?: ListedBatch;
  /** The opened list whose last row it is. */
  readonly ends?: ListedBatch;
}

/**
 * A customer's orders (Spec §2: My Orders): single ones, and lists that open to their lines. `orderCan` decides which buttons a
 * row has. Several unpaid ones, lines and lists too, can be paid at once. `wanted`: what the rows were asked by.
 */
export function MyOrdersTable(
  props: CancelProps & { label: string; orders: readonly MyOrder[]; wanted: MyOrdersWanted },
) {
  const { label, orders, wanted, ...cancel } = props;
  const box = useRef<HTMLDivElement>(null);
  const open = useOpenLists(orders, wanted);
  const chosen = useChosenOrders(orders, open.lines);
  const rows = orders.flatMap((entry) => rowsOf(entry, open));
  const payable = rows.filter(({ entry }) => payableOf(entry) !== undefined);
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Table
        label={label}
        rows={rows}
        keyOf={({ entry }) => entry._id}
        columns={columnsOf(cancel, { open, ...(payable.length > 1 && { chosen }) })}
        rowClass={({ list }) => (list ? 'list-line bg-base-200' : '')}
        renderBelow={({ ends }) => ends && <Rest list={ends} open={open} />}
      />
      <PayBar
        chosen={chosen.chosen}
        onClear={() => {
          // Before the bar goes with its button, whoever chooses stays at the orders.
          box.current?.focus({ preventScroll: true });
          chosen.clear();
        }}
      />
    </div>
  );
}

/** One row, and below an opened list its lines. */
function rowsOf(entry: MyOrder, open: OpenLists): Row[] {
  const opened = entry.kind === 'batch' ? open.of(entry._id) : undefined;
  if (entry.kind !== 'batch' || !opened?.isOpen) return [{ entry }];
  const lines = opened.lines.map((line): Row => ({ entry: line, list: entry }));
  const rows = [{ entry }, ...lines];
  return rows.map((row, at) => (at === lines.length ? { ...row, ends: entry } : row));
}

/** What else there is of an opened list, below its last row. */
function Rest({ list, open }: { list: ListedBatch; open: OpenLists }) {
  const { lines, state } = open.of(list._id) ?? { lines: [], state: 'loading' };
  const more = list.listed - lines.length;
  if (state === 'loaded' && more <= 0) return null;
  return (
    <tr role="row" className="bg-base-200">
      <td role="cell" colSpan={6} data-head="" className="px-4 md:py-1 md:ps-31">
        {state === 'loading' && <span role="status">Loading…</span>}
        {state === 'loaded' && (
          <Button small look="quiet" onClick={() => open.showAll(list)}>
            {`Show ${more} more ${more === 1 ? 'line' : 'lines'}`}
          </Button>
        )}
        {state === 'failed' && (
          <span role="status" className="flex flex-wrap items-center gap-3">
            The lines are not available right now.
            <Button small onClick={() => open.retry(list)}>
              Retry
            </Button>
          </span>
        )}
      </td>
    </tr>
  );
}

function columnsOf(
  cancel: CancelProps,
  { open, chosen }: { open: OpenLists; chosen?: ChosenOrders },
): Column<Row>[] {
  return [
    ...(chosen ? [boxColumn(chosen)] : []),
    { head: 'Product name', lead: true, cell: (row) => <Lead row={row} open={open} /> },
    { head: 'Quantity', numeric: true, cell: ({ entry }) => entry.quantity },
    {
      head: 'Total price',
      numeric: true,
      cell: ({ entry, list }) =>
        list ? (
          formatDollars(entry.total)
        ) : (
          <strong className="text-base font-semibold">{formatDollars(entry.total)}</strong>
        ),
    },
    {
      head: 'Status',
      cell: ({ entry }) =>
        entry.kind === 'batch' ? (
          <ListBadges list={entry} />
        ) : (
          <OrderBadge order={entry} reader="customer" />
        ),
    },
    {
      head: 'Action',
      cell: ({ entry, list }) =>
        entry.kind === 'batch' ? (
          <ListActions list={entry} note={cancel.note} onCancel={cancel.onCancelList} />
        ) : (
          <Actions order={entry} isLine={list !== undefined} {...cancel} />
        ),
    },
  ];
}

function Lead({ row: { entry, list }, open }: { row: Row; open: OpenLists }) {
  if (entry.kind === 'batch')
    return (
      <ListedList
        list={entry}
        isOpen={open.of(entry._id)?.isOpen ?? false}
        onToggle={() => open.toggle(entry)}
      />
    );
  if (list) return <ListedLine line={entry} isOwn inset />;
  return <OrderedPart order={entry} to={paths.purchase(entry.productId)} facts={factsOf(entry)} />;
}

/** Boxes of those that can be paid. */
function boxColumn({ chosen, toggle }: ChosenOrders): Column<Row> {
  const isFull = chosen.filter(({ kind }) => kind === 'order').length >= mostChosen;
  return {
    head: 'Select',
    cell({ entry }) {
      if (payableOf(entry) === undefined) return null;
      const { fixed, ...box } = boxOf(entry, chosen);
      const name =
        entry.kind === 'batch'
          ? `list ${entry.number}, ${entry.states.unpaid} unpaid`
          : entry.productName;
      return (
        <Box
          label={`Select ${name}`}
          {...box}
          disabled={fixed || (entry.kind === 'order' && isFull && !box.checked)}
          onChange={() => toggle(entry)}
        />
      );
    },
  };
}

function Actions(props: CancelProps & { order: ListedOrder; isLine: boolean }) {
  const { order, isLine, note, onCancel } = props;
  const { transactionId, cancelled } = order;
  return (
    <div>
      <div className="flex gap-2 max-md:flex-wrap max-md:justify-end">
        {!cancelled && !isLine && orderCan.pay(order) && (
          <ButtonLink small look="signal" to={paths.payment(order._id)}>
            {texts.pay}
          </ButtonLink>
        )}
        {!cancelled && orderCan.cancel(order) && (
          <Button small look={isLine ? 'quiet' : 'plain'} onClick={() => onCancel(order)}>
            {texts.cancel}
            {isLine && <span className="sr-only">{`: ${order.productName}`}</span>}
          </Button>
        )}
        {transactionId !== null && (
          <Button
            small
            look={isLine ? 'quiet' : 'plain'}
            onClick={() => toastDetails(`Transaction id: ${transactionId}`)}
          >
            {texts.details}
          </Button>
        )}
        {!isLine && <OrderAgain order={order} short small look="quiet" />}
      </div>
      <StepNoteLine note={note} rowId={order._id} />
    </div>
  );
}

/** The details of an order. The transaction id is among them, because the toast that shows it disappears. */
function factsOf(order: ListedOrder): readonly Fact[] {
  return [
    ...(order.partNumber === null ? [] : [['Number', order.partNumber] as const]),
    ['Price per piece', formatDollars(order.price)],
    ...shippedFact(order),
    ['Deliver to', order.address],
    ['Phone', order.phone],
    ...(order.transactionId === null ? [] : [['Transaction id', order.transactionId] as const]),
    ['Order id', order._id],
  ];
}
