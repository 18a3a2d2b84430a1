import { Link } from 'react-router';
import { formatDollars } from '#contract/money.ts';
import type { ManagedPart } from '#contract/parts.ts';
import { texts } from '#contract/texts.ts';
import { StepNoteLine, type StepNote } from '#web/ui/step-note.tsx';
import { paths } from '#web/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Table, type Column } from '#web/ui/table.tsx';

/** What an admin may do with a part here. */
export interface AskedPart {
  readonly step: 'delete' | 'restore';
  readonly part: ManagedPart;
}

interface ProductsTableProps {
  readonly parts: readonly ManagedPart[];
  /** The number of the first row. */
  readonly from: number;
  readonly note: StepNote | undefined;
  /** Deleting is asked about; restoring is not, for it is undone by one press. */
  readonly onDelete: (part: ManagedPart) => void;
  readonly onRestore: (part: ManagedPart) => void;
}

/** The shop's parts (Spec §2: Manage Products). */
export function ProductsTable(props: ProductsTableProps) {
  const rows = props.parts.map((part, index) => ({ ...part, index: props.from + index }));
  return (
    <Table
      label={texts.manageProducts}
      rows={rows}
      keyOf={({ _id }) => _id}
      columns={columnsOf(props)}
    />
  );
}

function columnsOf(props: ProductsTableProps): Column<ManagedPart & { readonly index: number }>[] {
  return [
    { head: 'No.', cell: ({ index }) => <span className="quiet figures">{index}</span> },
    { head: 'Name', cell: (part) => <Name part={part} /> },
    {
      head: 'Price',
      numeric: true,
      cell: ({ price }) => <strong className="font-semibold">{formatDollars(price)}</strong>,
    },
    { head: 'In stock', numeric: true, cell: (part) => <Stock part={part} /> },
    { head: 'Min order', numeric: true, cell: ({ orderQuantity }) => orderQuantity },
    {
      head: 'Action',
      cell: (part) => (
        <div>
          <Actions part={part} onDelete={props.onDelete} onRestore={props.onRestore} />
          <StepNoteLine note={props.note} rowId={part._id} />
        </div>
      ),
    },
  ];
}

function Name({ part }: { readonly part: ManagedPart }) {
  return (
    <div className="flex min-w-0 items-center gap-3 max-md:flex-row-reverse max-md:text-end">
      <span className="bg-tile size-12 flex-none overflow-hidden rounded-sm max-[24rem]:hidden">
        <img
          src={part.image}
          alt=""
          width={48}
          height={48}
          loading="lazy"
          className="size-full object-cover mix-blend-multiply"
        />
      </span>
      <span className="min-w-0">
        <Link
          to={paths.manageProduct(part._id)}
          className="font-semibold [overflow-wrap:anywhere] hover:underline"
        >
          {part.name}
        </Link>
        {part.partNumber !== null && (
          <span className="quiet figures block text-sm">{part.partNumber}</span>
        )}
      </span>
    </div>
  );
}

/** Below the minimum order nothing can be sold: that is what 'low stock' means. */
function Stock({ part }: { readonly part: ManagedPart }) {
  if (part.archived) return <Badge>Deleted</Badge>;
  if (part.inStock >= part.orderQuantity) return part.inStock;
  return <Badge tone={part.inStock === 0 ? 'bad' : 'waiting'}>{part.inStock}</Badge>;
}

function Actions({
  part,
  onDelete,
  onRestore,
}: { readonly part: ManagedPart } & Pick<ProductsTableProps, 'onDelete' | 'onRestore'>) {
  const about = <span className="sr-only">{`: ${part.name}`}</span>;
  return (
    <div className="flex gap-2 max-md:justify-end">
      <ButtonLink small to={paths.manageProduct(part._id)}>
        Edit
        {about}
      </ButtonLink>
      {part.archived ? (
        <Button small onClick={() => onRestore(part)}>
          Restore
          {about}
        </Button>
      ) : (
        <Button small className="text-error" onClick={() => onDelete(part)}>
          Delete
          {about}
        </Button>
      )}
    </div>
  );
}
