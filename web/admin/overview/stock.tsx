import { supplyBands, dollarWords } from '#contract/figure-rules.ts';
import type { StockFigures } from '#contract/figures.ts';
import { paths } from '#web/paths.ts';
import { momentOf, utcDayOf } from '#web/ui/moment.ts';
import { Empty } from '#web/ui/states.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { countWords } from './figure-words.ts';
import { measuredDollars } from './measure.tsx';
import { ShortTable } from './short-table.tsx';

const supplyColumns: readonly Column<StockFigures['bands'][number]>[] = [
  { head: 'Stock lasts', lead: true, cell: ({ band }) => supplyBands[band] },
  { head: 'Parts', numeric: true, cell: ({ parts }) => countWords(parts) },
  { head: 'Pieces', numeric: true, cell: ({ pieces }) => countWords(pieces) },
];

/** The parts on sale by how long their stock lasts. */
export function Supply({ stock: { countedAt, bands } }: { stock: StockFigures }) {
  if (countedAt === null) return <NotCounted />;
  return (
    <>
      <CountedAt at={countedAt} />
      <Table
        label="Stock by how long it lasts"
        rows={bands}
        keyOf={({ band }) => band}
        columns={[...supplyColumns, measuredDollars('Value', bands, ({ value }) => value)]}
      />
    </>
  );
}

type DeadPart = StockFigures['dead'][number];

const deadColumns: readonly Column<DeadPart>[] = [
  {
    head: 'Product',
    lead: true,
    cell: ({ productId, name }) => <TextLink to={paths.manageProduct(productId)}>{name}</TextLink>,
  },
  {
    head: 'Last sold',
    cell: ({ lastSoldAt }) =>
      lastSoldAt === null ? (
        <span className="quiet">Never</span>
      ) : (
        <time dateTime={lastSoldAt} className="figures">
          {utcDayOf(lastSoldAt)}
        </time>
      ),
  },
  { head: 'Pieces', numeric: true, cell: ({ pieces }) => countWords(pieces) },
  { head: 'Value', numeric: true, cell: ({ value }) => dollarWords(value) },
];

/** What has stock and was not sold for long, the most valuable first. */
export function DeadStock({ stock: { countedAt, dead } }: { stock: StockFigures }) {
  if (countedAt === null) return <NotCounted />;
  return (
    <>
      <CountedAt at={countedAt} />
      {dead.length === 0 ? (
        <Empty>Every part with stock was sold, or is new.</Empty>
      ) : (
        <ShortTable
          label="Parts without a sale"
          rows={dead}
          keyOf={({ productId }) => productId}
          columns={deadColumns}
        />
      )}
    </>
  );
}

function NotCounted() {
  return <Empty>The stock has not been counted yet. The shop does it once a day.</Empty>;
}

function CountedAt({ at }: { at: string }) {
  return (
    <p className="quiet figures mb-2 text-sm">
      {'Counted '}
      <time dateTime={at}>{momentOf(at)}</time>
    </p>
  );
}
