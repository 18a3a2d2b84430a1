import type { Batch } from '#contract/batches.ts';
import { formatDollars } from '#contract/money.ts';
import { orderCan, type OrderReader } from '#contract/order-rules.ts';
import { texts } from '#contract/texts.ts';
import { Button } from '#web/ui/button.tsx';
import { StepNoteLine, type StepNote } from '#web/ui/step-note.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { ListedLine } from './listed-list.tsx';
import { OrderBadge } from './order-badge.tsx';
import './list-line.css';

/** An order of a list. */
export type BatchLine = Batch['orders'][number];

/** The lines of a list in its order, each with what can be done with it; cancelled ones too. */
export function BatchLines(props: {
  label: string;
  lines: readonly BatchLine[];
  reader: OrderReader;
  note: StepNote | undefined;
  onCancel: (line: BatchLine) => void;
}) {
  return (
    <Table
      label={props.label}
      rows={props.lines}
      keyOf={({ _id }) => _id}
      columns={columnsOf(props)}
      rowClass={({ cancelled }) => `list-line ${cancelled ? 'bg-base-200' : ''}`}
    />
  );
}

function columnsOf({
  lines,
  reader,
  note,
  onCancel,
}: Parameters<typeof BatchLines>[0]): Column<BatchLine>[] {
  return [
    {
      head: 'Product name',
      lead: true,
      cell: (line) => <ListedLine line={line} isOwn={reader === 'customer'} />,
    },
    { head: 'Quantity', numeric: true, cell: ({ quantity }) => quantity },
    { head: 'Total price', numeric: true, cell: ({ total }) => formatDollars(total) },
    { head: 'Status', cell: (line) => <OrderBadge order={line} reader={reader} /> },
    ...(lines.some(canCancel)
      ? [
          {
            head: 'Action',
            cell: (line: BatchLine) => (
              <div className="no-print">
                {canCancel(line) && (
                  <Button small look="quiet" onClick={() => onCancel(line)}>
                    {texts.cancel}
                    <span className="sr-only">{`: ${line.productName}`}</span>
                  </Button>
                )}
                <StepNoteLine note={note} rowId={line._id} />
              </div>
            ),
          },
        ]
      : []),
  ];
}

/** Whether a line can be cancelled. */
export function canCancel(line: BatchLine): boolean {
  return !line.cancelled && orderCan.cancel(line);
}
