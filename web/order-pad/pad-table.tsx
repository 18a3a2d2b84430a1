import { memo } from 'react';
import type { WrittenLine } from '#contract/list-lines.ts';
import { formatDollars } from '#contract/money.ts';
import { sameLines } from '#web/order-list/list-model.ts';
import { grouped } from '#web/parts/list/counts.ts';
import { paths } from '#web/paths.ts';
import { Icon } from '#web/ui/icon.tsx';
import { RowPicture } from '#web/ui/row-picture.tsx';
import { FitLine } from '#web/vehicle/fit-line.tsx';
import { LineNotes } from './line-notes.tsx';
import { LinePrice, linePriceInWords } from './line-price.tsx';
import type { PadRow } from './pad-rows.ts';
import { PiecesField } from './pieces-field.tsx';
import { Link } from '#web/ui/link.tsx';

/** Changes a line; removes it without a change. */
export type ChangeLine = (key: string, change?: Partial<WrittenLine>) => void;

/** The lines of the list: a table, on a phone a card per line. */
export function PadTable({ rows, onChange }: { rows: readonly PadRow[]; onChange: ChangeLine }) {
  return (
    <div className="rounded-box border-base-300 bg-base-100 overflow-clip border">
      <table
        role="table"
        aria-label="Lines of the list"
        className="pad-table w-full text-sm lg:table-fixed"
      >
        <thead role="rowgroup" className="text-xs">
          <tr role="row" className="border-base-300 h-9 border-b text-start">
            <th role="columnheader" scope="col" className="w-12 text-start">
              No.
            </th>
            <th role="columnheader" scope="col" className="w-16">
              <span className="sr-only">Picture</span>
            </th>
            <th role="columnheader" scope="col" className="text-start">
              Part
            </th>
            <th role="columnheader" scope="col" className="w-29 text-end">
              Price
            </th>
            <th role="columnheader" scope="col" className="w-34 text-start">
              Pieces
            </th>
            <th role="columnheader" scope="col" className="w-20 text-end">
              In stock
            </th>
            <th role="columnheader" scope="col" className="w-28 text-end">
              Total
            </th>
            <th role="columnheader" scope="col" className="w-11">
              <span className="sr-only">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <Line key={row.key} row={row} onChange={onChange} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Drawn again only when something of it has changed: there may be 500. */
const Line = memo(LineRow, (before, after) => sameRow(before.row, after.row));

function sameRow(one: PadRow, other: PadRow): boolean {
  return (
    one.place === other.place &&
    one.found === other.found &&
    sameLines([one.line], [other.line]) &&
    one.twin?.place === other.twin?.place &&
    one.twin?.line.quantity === other.twin?.line.quantity
  );
}

function LineRow({ row, onChange }: { row: PadRow; onChange: ChangeLine }) {
  const { key, place, line, found, advice, fault } = row;
  const part = found?.kind === 'part' ? found.part : undefined;
  const number = part?.partNumber ?? line.number;
  const priced = part && advice && { part, quantity: line.quantity, price: advice.price };
  return (
    <tr
      role="row"
      id={lineId(key)}
      className={`border-base-300 scroll-mt-24 border-b last:border-b-0 ${fault === undefined ? '' : 'shadow-[inset_3px_0_0_var(--color-error)]'}`}
    >
      <td role="cell" className="quiet figures max-lg:hidden">
        {place}
      </td>
      <td role="cell" className="pad-picture">
        {part ? (
          <RowPicture image={part.image} size="h-9 w-12 max-lg:size-15" />
        ) : (
          <span className="control quiet grid h-9 w-12 place-items-center rounded-sm border border-dashed max-lg:size-15">
            <Icon name="search" className="size-4" />
          </span>
        )}
      </td>
      <td role="cell" className="pad-part">
        {part ? (
          <Link to={paths.part(part)} className="hover:underline">
            <b className="figures">{part.partNumber}</b> {part.name}
          </Link>
        ) : (
          <b className="figures [overflow-wrap:anywhere]">{line.number}</b>
        )}
        {priced && <p className="quiet figures mt-0.5 lg:hidden">{linePriceInWords(priced)}</p>}
        {part && <FitLine partId={part._id} />}
        <LineNotes row={row} onChange={onChange} />
      </td>
      <td role="cell" className="figures text-end max-lg:hidden">
        {priced ? <LinePrice {...priced} /> : <Nothing />}
      </td>
      <td role="cell" className="pad-pieces">
        <PiecesField row={row} number={number} onChange={onChange} />
      </td>
      <td
        role="cell"
        className={`figures text-end max-lg:hidden ${advice?.fits === false && part && (line.quantity ?? 0) > part.inStock ? 'text-error font-semibold' : 'quiet'}`}
      >
        {part ? grouped(part.inStock) : <Nothing />}
      </td>
      <td
        role="cell"
        className={`pad-total figures text-end ${fault === undefined ? 'font-semibold' : 'quiet'}`}
      >
        {advice?.total === undefined ? <Nothing /> : formatDollars(advice.total)}
      </td>
      <td role="cell" className="pad-remove text-end">
        <button
          type="button"
          aria-label={`Remove line ${place}, ${number}`}
          onClick={() => onChange(key)}
          className="btn btn-ghost btn-square btn-sm max-lg:size-11"
        >
          <Icon name="close" className="size-4" />
        </button>
      </td>
    </tr>
  );
}

/** The id of a line's row, for links to it. */
export function lineId(key: string): string {
  return `line-${key}`;
}

function Nothing() {
  return <span aria-hidden="true">–</span>;
}
