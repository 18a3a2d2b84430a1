import type { ReactNode } from 'react';
import type { Delivery, DocumentKind, DocumentOf, PrintedDocument } from '#contract/documents.ts';
import { formatDollars } from '#contract/money.ts';
import { inPieces } from '#web/ui/in-pieces.ts';

type LineOf<Kind extends DocumentKind> = DocumentOf<Kind>['lines'][number];

/** The heads of the columns with figures. */
const heads: Readonly<Record<DocumentKind, readonly string[]>> = {
  confirmation: ['Pieces', 'Per piece', 'Total'],
  'packing-slip': ['Ordered', 'Sent before', 'In this shipment'],
  receipt: ['Pieces', 'Per piece', 'Total'],
  'credit-note': ['Pieces', 'Total', 'Refunded'],
};

/** The lines of a document. Printed, its head is on each page and no row is cut; on a phone each row is a card. */
export function LinesTable({ document }: { document: PrintedDocument }) {
  return (
    <table className="sheet-lines">
      <thead>
        <tr>
          <th scope="col">No.</th>
          <th scope="col">Part</th>
          {heads[document.kind].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rowsOf(document)}</tbody>
    </table>
  );
}

function rowsOf(document: PrintedDocument): ReactNode[] {
  const row = (line: LineOf<DocumentKind>, place: number, more: Figures) => (
    <Row key={line.orderNumber} place={place} line={line} {...more} heads={heads[document.kind]} />
  );
  switch (document.kind) {
    case 'packing-slip':
      return document.lines.map((line, place) =>
        row(line, place, { figures: [line.ordered, line.before, line.shipped].map(String) }),
      );
    case 'credit-note':
      return document.lines.map((line, place) =>
        row(line, place, {
          figures: [String(line.quantity), formatDollars(line.total), formatDollars(line.refunded)],
          remark:
            line.pieces === null
              ? undefined
              : `For ${inPieces(line.pieces)} that will not be shipped`,
        }),
      );
    case 'confirmation':
      return document.lines.map((line, place) =>
        row(line, place, {
          figures: priced(line),
          over: line.cancelled ? 'Cancelled' : undefined,
        }),
      );
    case 'receipt':
      return document.lines.map((line, place) =>
        row(line, place, {
          figures: priced(line),
          over: line.returned
            ? 'Given back at once: the order could not be paid any more'
            : undefined,
        }),
      );
  }
}

interface Figures {
  readonly figures: readonly string[];
  /** Why the line does not count. */
  readonly over?: string | undefined;
  readonly remark?: string | undefined;
}

const priced = ({ quantity, price, total }: LineOf<'receipt'> | LineOf<'confirmation'>) => [
  String(quantity),
  formatDollars(price),
  formatDollars(total),
];

function Row(
  props: Figures & { place: number; line: LineOf<DocumentKind>; heads: readonly string[] },
) {
  const { line, place, figures, over, remark = over, heads: names } = props;
  return (
    <tr className={over === undefined ? undefined : 'sheet-over'}>
      <td>{place + 1}</td>
      <td>
        <p className="sheet-part">{line.name}</p>
        <p className="quiet text-xs">
          {[line.partNumber, line.orderNumber].filter(Boolean).join(' · ')}
        </p>
        {remark !== undefined && <p className="text-xs font-semibold">{remark}</p>}
        <Place delivery={line.delivery} />
      </td>
      {figures.map((figure, column) => (
        <td key={names[column]} data-head={names[column]}>
          {figure}
        </td>
      ))}
    </tr>
  );
}

/** Where the line goes, when not all of the document goes to one place. */
function Place({ delivery }: { delivery: Delivery | null }) {
  if (delivery === null) return null;
  const { address, phone } = delivery;
  return (
    <p className="text-xs">{`To ${[address, phone].join(', ').replaceAll(/\s*\n\s*/g, ', ')}`}</p>
  );
}
