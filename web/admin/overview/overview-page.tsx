import { useLoaderData, useLocation, type ClientLoaderFunctionArgs } from 'react-router';
import { dayOf } from '#contract/figure-rules.ts';
import { requireAdmin } from '#web/admin/require-admin.ts';
import { call } from '#web/api/call.ts';
import { defer } from '#web/api/defer.ts';
import { privateMeta } from '#web/meta.ts';
import { WeeklyMail } from '#web/admin/overview-mail/weekly-mail.tsx';
import { paths } from '#web/paths.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { BestSellers } from './best-sellers.tsx';
import { Block } from './block.tsx';
import { daysAsked, queryOf } from './days-asked.ts';
import { rangeWords } from './figure-words.ts';
import { RangeForm } from './range-form.tsx';
import { BeingSummed, Sales } from './sales.tsx';
import { DeadStock, Supply } from './stock.tsx';
import { ToDoList } from './to-do-list.tsx';
import { TypeRates } from './type-rates.tsx';
import { Unpaid } from './unpaid.tsx';
import './overview.css';

const title = 'Overview';

export const meta = () => privateMeta(title);

export async function clientLoader({ request, context }: ClientLoaderFunctionArgs) {
  const today = dayOf(new Date());
  const asked = daysAsked(request.url, today);
  const query = queryOf(asked);
  const loaded = await defer(
    {
      toDo: requireAdmin(context, () => call('getToDo', {})),
      figures: requireAdmin(context, () => call('getFigures', { query })),
      best: requireAdmin(context, () => call('listBestSellers', { query })),
      stock: requireAdmin(context, () => call('getStockFigures', {})),
    },
    50,
  );
  return { ...loaded, asked, today };
}

/** What an owner sees first: what needs somebody today, and how it goes. */
export default function OverviewPage() {
  const { toDo, figures, best, stock, asked, today } = useLoaderData<typeof clientLoader>();
  const { search } = useLocation();
  const query = queryOf(asked);
  const days = rangeWords(asked.range);
  return (
    <article className="printed-page overview">
      <PageTitle>{title}</PageTitle>
      <Block title="To do now" data={toDo} rows={2} file="to-do">
        {(found) => <ToDoList toDo={found} />}
      </Block>
      <div className="mt-10">
        <RangeForm asked={asked} today={today} />
      </div>
      {/* Other days are loaded anew. */}
      <div key={search}>
        <Block
          title="How it goes"
          about={`${days}${asked.compares ? `, beside ${rangeWords(asked.before)}` : ''}. Days are those of UTC.`}
          data={figures}
          file="sales"
          query={query}
          rows={8}
        >
          {(found) => <Sales figures={found} compares={asked.compares} />}
        </Block>
        <Block
          title="Best sellers"
          about={`By what was paid, ${days}.`}
          data={best}
          file="best-sellers"
          query={query}
        >
          {(parts) => <BestSellers parts={parts} />}
        </Block>
        <Block
          title="Refunds and returns"
          about={`By part type, ${days}: refunded of what was paid, returned of the pieces sold.`}
          data={figures}
          file="types"
          query={query}
        >
          {({ types, summedAt }) =>
            summedAt === null ? <BeingSummed /> : <TypeRates types={types} />
          }
        </Block>
      </div>
      <Block title="Unpaid orders" about="By how long they wait already." data={toDo} file="unpaid">
        {({ unpaid }) => <Unpaid ages={unpaid} />}
      </Block>
      <Block
        title="Stock by months of supply"
        about="How long the pieces of the parts on sale last, at the pace of the last 180 days."
        data={stock}
        file="supply"
        rows={8}
      >
        {(found) => <Supply stock={found} />}
      </Block>
      <Block
        title="Dead stock"
        about="Parts with stock and without a sale in 180 days, the most valuable first; at most a hundred."
        data={stock}
        file="dead-stock"
      >
        {(found) => <DeadStock stock={found} />}
      </Block>
      <section className="no-print mt-10">
        <h2 className="mb-3 text-lg">For the accountant</h2>
        <p>
          <TextLink to={`${paths.overview}/books`}>Payments and refunds of a month</TextLink>
        </p>
      </section>
      <WeeklyMail />
    </article>
  );
}
