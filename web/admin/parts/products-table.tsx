import type { ComponentProps } from 'react';
import type { ManagedPart } from '#contract/parts.ts';
import { texts } from '#contract/texts.ts';
import { BulkTable, type Bulk } from '#web/admin/list/bulk-table.tsx';
import { numberColumn } from '#web/admin/list/number-column.tsx';
import { ListPrice, priceWidth } from '#web/parts/list-price.tsx';
import { paths } from '#web/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { RowPicture } from '#web/ui/row-picture.tsx';
import type { WorkColumn } from '#web/ui/work-table.tsx';

/** What an admin may do with a part here. */
export interface AskedPart {
  readonly step: 'delete' | 'restore';
  readonly part: ManagedPart;
}

/** Taking the chosen parts out of the shop. */
export const deletion: Bulk<ManagedPart> = {
  button: 'Delete',
  look: 'danger',
  done: 'Deleted',
  nameOf: ({ name }) => name,
  can: ({ archived }) => !archived,
  title: texts.confirmCancelTitle,
  question: ({ length }) =>
    `Are you sure you want to delete ${length === 1 ? 'this product' : `these ${length} products`}? Orders and reviews stay.`,
};

interface PartSteps {
  /** Deleting is asked about; restoring is not, for it is undone by one press. */
  onDelete: (part: ManagedPart) => void;
  onRestore: (part: ManagedPart) => void;
}

/** The shop's parts: the columns of Spec §2 (Manage Products), then ours. */
export function ProductsTable({
  onDelete,
  onRestore,
  from,
  ...table
}: PartSteps & { from: number } & Pick<
    ComponentProps<typeof BulkTable<ManagedPart>>,
    'rows' | 'note' | 'step'
  >) {
  return (
    <BulkTable
      {...table}
      label={texts.manageProducts}
      bulk={deletion}
      columns={[numberColumn(table.rows, from), ...columnsOf(table.rows, { onDelete, onRestore })]}
    />
  );
}

const columnsOf = (parts: readonly ManagedPart[], steps: PartSteps): WorkColumn<ManagedPart>[] => [
  {
    head: 'Name',
    place: 'lead',
    sort: 'name',
    picture: ({ image }) => <RowPicture image={image} size="size-12 lg:size-8" />,
    to: ({ _id }) => paths.manageProduct(_id),
    title: ({ name }) => name,
    cell: ({ name }) => name,
  },
  {
    head: 'Price',
    numeric: true,
    place: 'sum',
    sort: 'price',
    width: priceWidth(parts),
    cell: (part) => <ListPrice part={part} />,
  },
  {
    head: 'In stock',
    numeric: true,
    place: 'state',
    sort: 'stock',
    width: 'lg:w-25',
    unit: ({ archived }) => (archived ? '' : ' in stock'),
    cell: (part) => <Stock part={part} />,
  },
  {
    head: 'Min order',
    numeric: true,
    place: 'whose',
    sort: 'minimum',
    width: 'lg:w-25',
    unit: () => ' at least',
    cell: ({ orderQuantity }) => orderQuantity,
  },
  {
    head: 'Action',
    place: 'steps',
    width: 'lg:w-38',
    cell: (part) => <Actions part={part} {...steps} />,
  },
  {
    head: 'Part number',
    place: 'third',
    width: 'lg:w-36',
    title: ({ partNumber }) => partNumber ?? undefined,
    cell: ({ partNumber }) => <span className="figures">{partNumber}</span>,
  },
];

/** Below the minimum order nothing can be sold: that is what 'low stock' means. */
function Stock({ part }: { part: ManagedPart }) {
  if (part.archived) return <Badge>Deleted</Badge>;
  if (part.inStock >= part.orderQuantity) return part.inStock;
  return <Badge tone={part.inStock === 0 ? 'bad' : 'waiting'}>{part.inStock}</Badge>;
}

function Actions({ part, onDelete, onRestore }: PartSteps & { part: ManagedPart }) {
  const about = <span className="sr-only">{`: ${part.name}`}</span>;
  return (
    <div className="flex gap-2">
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
