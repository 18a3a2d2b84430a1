import { refundSources } from '#contract/book-rules.ts';
import type { BookPayment, BookRefund } from '#contract/books.ts';
import { orderNumber } from '#contract/order-rules.ts';
import { dollarWords } from '#contract/figure-rules.ts';

import { paths } from '#web/paths.ts';
import { Table, type Column } from '#web/ui/table.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { timeWords } from './month-asked.ts';

/** For whoever keeps the books: the card provider's statement has them. */
const fees = { head: 'Fees', numeric: true, cell: () => <span className="book-fees" /> };

const payments: readonly Column<BookPayment>[] = [
  { head: 'When (UTC)', cell: ({ at }) => <When at={at} /> },
  { head: 'Payment', cell: ({ paymentId }) => <ProviderId id={paymentId} /> },
  { head: 'Receipt', cell: ({ receipt }) => <Numbered number={receipt} /> },
  { head: 'Orders', cell: ({ orders }) => <Orders ids={orders} /> },
  {
    head: 'Amount',
    numeric: true,
    cell: ({ amount, paidForNothing }) => (
      <>
        {dollarWords(amount)}
        {paidForNothing > 0 && (
          <span className="quiet block text-xs">{`${dollarWords(paidForNothing)} paid for nothing`}</span>
        )}
      </>
    ),
  },
  fees,
];

const refunds: readonly Column<BookRefund>[] = [
  { head: 'When (UTC)', cell: ({ at }) => <When at={at} /> },
  {
    head: 'Refund, payment',
    cell: ({ refundId, paymentId }) => (
      <div className="book-ids">
        {refundId !== null && <ProviderId id={refundId} />}
        <span className="quiet">
          <ProviderId id={paymentId} />
        </span>
      </div>
    ),
  },
  { head: 'Credit note', cell: ({ creditNote }) => <Numbered number={creditNote} /> },
  { head: 'Orders', cell: ({ orders }) => <Orders ids={orders} /> },
  {
    head: 'Why',
    cell: ({ source, reason, cameBack }) => (
      <div className="md:min-w-40">
        {cameBack && <span className="font-semibold">Came back. </span>}
        {refundSources[source]}
        {/* What the provider did, the shop says in the same words each time. */}
        {(source === 'admin' || source === 'returned') && (
          <span className="quiet block text-xs [overflow-wrap:anywhere]">{reason}</span>
        )}
      </div>
    ),
  },
  {
    head: 'Amount',
    numeric: true,
    cell: ({ amount, cameBack }) => dollarWords(cameBack ? amount : -amount),
  },
  fees,
];

const keyOf = ({ paymentId, at, amount, orders }: BookPayment | BookRefund): string =>
  `${at} ${paymentId} ${amount} ${orders[0]}`;

export function PaymentsTable({ rows }: { rows: readonly BookPayment[] }) {
  return <Table label="List of payments" rows={rows} keyOf={keyOf} columns={payments} />;
}

export function RefundsTable({ label, rows }: { label: string; rows: readonly BookRefund[] }) {
  return (
    <Table
      label={label}
      rows={rows}
      keyOf={(row) => `${keyOf(row)} ${row.refundId} ${row.cameBack}`}
      columns={refunds}
    />
  );
}

function When({ at }: { at: string }) {
  return (
    <time dateTime={at} className="book-number figures">
      {timeWords(at)}
    </time>
  );
}

function ProviderId({ id }: { id: string }) {
  return <span className="figures block text-xs [overflow-wrap:anywhere]">{id}</span>;
}

function Numbered({ number }: { number: string | null }) {
  return number === null ? (
    <span className="quiet">None</span>
  ) : (
    <span className="book-number figures">{number}</span>
  );
}

/** So many are named; a payment may be of five hundred. */
const mostNamed = 3;

function Orders({ ids }: { ids: readonly string[] }) {
  const more = ids.length - mostNamed;
  return (
    <>
      {ids.slice(0, mostNamed).map((id) => (
        <TextLink key={id} to={paths.order(id)}>
          <span className="book-number figures block [overflow-wrap:anywhere]">
            {orderNumber(id)}
          </span>
        </TextLink>
      ))}
      {more > 0 && <span className="quiet figures">{`and ${more} more`}</span>}
    </>
  );
}
