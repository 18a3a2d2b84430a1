import type { ReactNode } from 'react';
import type { PrintedDocument } from '#contract/documents.ts';
import { documentTitles } from '#contract/document-rules.ts';
import { formatDollars } from '#contract/money.ts';
import { Address } from '#web/ui/address.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { utcDayOf } from '#web/ui/moment.ts';
import { PageTitle } from '#web/ui/page.tsx';
import { factsOf } from './facts-of.ts';
import { LinesTable } from './lines-table.tsx';
import { sumsOf } from './sums-of.ts';
import './sheet.css';

/** A sheet of paper: black on white in both colour schemes, and the only part of its page that is printed (sheet.css). */
export function Sheet({ document }: { document: PrintedDocument }) {
  const title = documentTitles[document.kind];
  return (
    <article data-theme="light" className="sheet figures text-base-content">
      {/* The number stands below every printed page. */}
      <style>{`@page sheet { @bottom-left { content: '${title} ${document.number}' } }`}</style>
      <title>{`${title} ${document.number} | Underhood`}</title>
      <header className="sheet-head">
        <p className="flex items-center gap-2 text-lg font-semibold">
          <Mark className="size-8" />
          {document.seller.name}
        </p>
        <div className="min-w-0 sm:text-end">
          <PageTitle>{title}</PageTitle>
          <p className="text-base font-semibold">{document.number}</p>
        </div>
      </header>
      {document.kind === 'credit-note' && document.failed && (
        <p className="mt-4 border-2 p-3 font-semibold">
          The card did not take this money: it came back to the shop. Until it is sent another way,
          this note stands for money that has not arrived.
        </p>
      )}
      <div className="mt-6 grid gap-x-8 gap-y-5 sm:grid-cols-[1fr_1fr_1.2fr]">
        <Seller {...document.seller} />
        <Buyer {...document} />
        <Facts document={document} />
      </div>
      {document.kind === 'credit-note' && document.reason !== '' && (
        <Remark title="Reason">{document.reason}</Remark>
      )}
      <LinesTable document={document} />
      <Sums document={document} />
      {document.kind === 'confirmation' && <Payments payments={document.payments} />}
      {'note' in document && document.note !== '' && (
        <Remark title="Note of the buyer">{document.note}</Remark>
      )}
    </article>
  );
}

const label = 'quiet text-xs font-semibold';

function Seller({ name, street, phone, email }: PrintedDocument['seller']) {
  return (
    <address className="min-w-0 not-italic">
      <p className={label}>From</p>
      <p className="font-semibold">{name}</p>
      {[street, phone, email].filter(Boolean).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </address>
  );
}

function Buyer({ buyer, delivery, kind }: PrintedDocument) {
  return (
    <address className="min-w-0 not-italic">
      <p className={label}>{kind === 'packing-slip' ? 'Deliver to' : 'Buyer'}</p>
      <p className="font-semibold">{buyer.name}</p>
      {delivery && (
        <>
          <p className="whitespace-pre-line">{delivery.address}</p>
          <p>{delivery.phone}</p>
        </>
      )}
      <p>
        <Address email={buyer.email} />
      </p>
    </address>
  );
}

function Facts({ document }: { document: PrintedDocument }) {
  return (
    <dl className="grid min-w-0 grid-cols-[fit-content(50%)_minmax(0,1fr)] content-start gap-x-4 gap-y-0.5">
      {factsOf(document).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="quiet">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Kept on one page. */
function Sums({ document }: { document: PrintedDocument }) {
  const sums = sumsOf(document);
  if (sums.length === 0) return null;
  return (
    <dl className="sheet-whole ms-auto mt-4 w-full max-w-xs">
      {sums.map(({ name, amount, strong }) => (
        <div
          key={name}
          className={`flex justify-between gap-6 py-0.5 ${strong ? 'mt-1 border-t pt-1.5 text-base font-semibold' : ''}`}
        >
          <dt>{name}</dt>
          <dd>{amount < 0 ? `−${formatDollars(-amount)}` : formatDollars(amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Payments(props: {
  payments: readonly { transactionId: string; paidAt: string; amount: number }[];
}) {
  if (props.payments.length === 0) return null;
  return (
    <Remark title="Paid by card">
      {props.payments
        .map(
          ({ transactionId, paidAt, amount }) =>
            `${utcDayOf(paidAt)}: ${formatDollars(amount)}, transaction ${transactionId}`,
        )
        .join('\n')}
    </Remark>
  );
}

/** Kept on one page. */
function Remark({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="sheet-whole mt-6 max-w-prose">
      <h2 className={label}>{title}</h2>
      <p className="whitespace-pre-line">{children}</p>
    </section>
  );
}
