import { useId, type ReactNode } from 'react';
import { useLoaderData, useLocation, type ClientLoaderFunctionArgs } from 'react-router';
import type { Page } from '#contract/api.ts';
import { monthOf } from '#contract/book-rules.ts';
import { requireAdmin } from '#web/admin/require-admin.ts';
import { call, download, page } from '#web/api/call.ts';
import { defer, type Deferred } from '#web/api/defer.ts';
import { privateMeta } from '#web/meta.ts';
import { Button } from '#web/ui/button.tsx';
import { DownloadButton } from '#web/ui/download-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { Paging } from '#web/ui/paging.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Failed } from '#web/ui/states.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { BookSumsList } from './book-sums.tsx';
import { PaymentsTable, RefundsTable } from './book-tables.tsx';
import { MonthForm } from './month-form.tsx';
import { monthAsked, monthWords } from './month-asked.ts';
import './books.css';

const title = 'Payments and refunds';
/** Rows of a list that a page shows, and prints. */
const shownRows = 100;

export const meta = () => privateMeta(title);

export async function clientLoader({ request, context }: ClientLoaderFunctionArgs) {
  const asked = monthAsked(request.url, new Date());
  const { month } = asked;
  const given = new URL(request.url).searchParams;
  const wanted = (cursor: string) => ({
    query: { month, limit: shownRows, cursor: given.get(cursor) ?? undefined },
  });
  const lists = await defer(
    {
      sums: requireAdmin(context, () => call('getBook', { query: { month } })),
      payments: requireAdmin(context, () => page('listBookPayments', wanted('payments'))),
      refunds: requireAdmin(context, () => page('listBookRefunds', wanted('refunds'))),
      promised: requireAdmin(context, () => page('listPromisedRefunds', wanted('promised'))),
    },
    50,
  );
  return { ...lists, asked, now: monthOf(new Date()) };
}

/** The payments and refunds of a month, for the accountant. */
export default function BooksPage() {
  const { sums, payments, refunds, promised, asked, now } = useLoaderData<typeof clientLoader>();
  const { search } = useLocation();
  const { month } = asked;
  return (
    <article className="printed-page books">
      <PageTitle>{title}</PageTitle>
      <p className="mt-1 mb-4">
        <span className="font-semibold">{monthWords(month)}</span>, for the accountant.
        <span className="quiet block max-w-2xl text-sm">
          As the card provider moved the money, in UTC. Fees are on the provider's own statement.
        </span>
      </p>
      <div className="no-print mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <MonthForm asked={asked} now={now} />
        <div className="flex flex-wrap items-center gap-3">
          <FileButton month={month} />
          <Button onClick={() => window.print()}>
            <Icon name="printer" className="size-4" />
            Print
          </Button>
        </div>
      </div>
      {/* Another month, or another page of its lists, is loaded anew. */}
      <div key={search}>
        <Part title="Sums" data={sums}>
          {(found) => <BookSumsList sums={found} />}
        </Part>
        <List
          title="Payments"
          name="payments"
          none="No payment arrived in this month."
          data={payments}
        >
          {(rows) => <PaymentsTable rows={rows} />}
        </List>
        <List
          title="Refunds"
          name="refunds"
          none="No money went back in this month."
          data={refunds}
        >
          {(rows) => <RefundsTable label="List of refunds" rows={rows} />}
        </List>
        <List
          title="Promised, not made"
          name="promised"
          none="Every refund that was asked for in this month is made."
          data={promised}
        >
          {(rows) => <RefundsTable label="List of promised refunds" rows={rows} />}
        </List>
      </div>
    </article>
  );
}

function FileButton({ month }: { month: string }) {
  return (
    <DownloadButton
      key={month}
      fetchFile={async () => ({
        name: `underhood-payments-${month}.csv`,
        file: await download('exportBook', { month }),
      })}
      said={{ done: (name) => `Saved as ${name}.`, failed: 'There is no file.' }}
    >
      <Icon name="download" className="size-4" />
      CSV
    </DownloadButton>
  );
}

function Part<Value>(props: {
  title: string;
  id?: string;
  data: Deferred<Value>;
  children: (value: Value) => ReactNode;
}) {
  const label = useId();
  return (
    <section id={props.id} aria-labelledby={label} className="mt-8">
      <h2 id={label} className="mb-3 text-lg">
        {props.title}
      </h2>
      <WhenLoaded
        data={props.data}
        waiting={<SkeletonRows rows={4} />}
        failed={<Failed>This part of the book is not available right now.</Failed>}
      >
        {props.children}
      </WhenLoaded>
    </section>
  );
}

function List<Row>(props: {
  title: string;
  /** Of its cursor in the address. */
  name: string;
  none: string;
  data: Deferred<Page<readonly Row[]>>;
  children: (rows: readonly Row[]) => ReactNode;
}) {
  const { title: label, name, none } = props;
  const { search } = useLocation();
  return (
    <Part title={label} id={name} data={props.data}>
      {({ rows, next }) => (
        <>
          {rows.length === 0 ? <p className="quiet">{none}</p> : props.children(rows)}
          {(next !== undefined || new URLSearchParams(search).has(name)) && (
            <p className="book-longer">This list is longer; the CSV file has all rows.</p>
          )}
          <div className="no-print">
            <Paging
              label={`Pages of ${label}`}
              rows={rows.length}
              next={next}
              cursor={name}
              at={name}
            />
          </div>
        </>
      )}
    </Part>
  );
}
