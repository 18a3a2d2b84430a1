import type { BestSeller } from '#contract/figures.ts';
import { paths } from '#web/paths.ts';
import { Empty } from '#web/ui/states.tsx';
import type { Column } from '#web/ui/table.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { countWords } from './figure-words.ts';
import { measuredDollars } from './measure.tsx';
import { ShortTable } from './short-table.tsx';

const columns: readonly Column<BestSeller>[] = [
  {
    head: 'Product',
    lead: true,
    cell: ({ productId, name }) => <TextLink to={paths.manageProduct(productId)}>{name}</TextLink>,
  },
  { head: 'Orders', numeric: true, cell: ({ orders }) => countWords(orders) },
  { head: 'Pieces', numeric: true, cell: ({ pieces }) => countWords(pieces) },
];

export function BestSellers({ parts }: { parts: readonly BestSeller[] }) {
  if (parts.length === 0) return <Empty>Nothing was sold in these days.</Empty>;
  return (
    <ShortTable
      label="Parts by what was paid"
      rows={parts}
      keyOf={({ productId }) => productId}
      columns={[...columns, measuredDollars('Paid', parts, ({ paid }) => paid)]}
    />
  );
}
