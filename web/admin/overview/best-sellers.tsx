import type { BestSeller } from '#contract/figures.ts';
import { paths } from '#web/paths.ts';
import { Empty } from '#web/ui/states.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { countWords, signedDollars } from './figure-words.ts';
import { Measure } from './measure.tsx';
import { ShortTable } from './short-table.tsx';

export function BestSellers({ parts }: { parts: readonly BestSeller[] }) {
  if (parts.length === 0) return <Empty>Nothing was sold in these days.</Empty>;
  const most = Math.max(...parts.map(({ paid }) => paid));
  return (
    <ShortTable
      label="Parts by what was paid"
      rows={parts}
      keyOf={({ productId }) => productId}
      columns={[
        {
          head: 'Product',
          lead: true,
          cell: ({ productId, name }) => (
            <TextLink to={paths.manageProduct(productId)}>{name}</TextLink>
          ),
        },
        { head: 'Orders', numeric: true, cell: ({ orders }) => countWords(orders) },
        { head: 'Pieces', numeric: true, cell: ({ pieces }) => countWords(pieces) },
        {
          head: 'Paid',
          numeric: true,
          cell: ({ paid }) => (
            <Measure of={paid} most={most}>
              {signedDollars(paid)}
            </Measure>
          ),
        },
      ]}
    />
  );
}
