import { daysIn, type Grouping, dollarWords } from '#contract/figure-rules.ts';
import type { Figures } from '#contract/figures.ts';
import { Notice } from '#web/ui/notice.tsx';
import { momentOf } from '#web/ui/moment.ts';
import { Panel } from '#web/ui/page.tsx';
import { Empty } from '#web/ui/states.tsx';
import { Chart } from './chart.tsx';
import { axisDay, countWords, rangeWords, shortCount, shortDollars } from './figure-words.ts';
import { KeyFigures } from './key-figures.tsx';
import { PeriodsTable } from './periods-table.tsx';

/** What a chart shows of each period. */
interface Shown {
  readonly title: string;
  readonly of: (period: { readonly revenue: number; readonly orders: number }) => number;
  readonly words: (value: number) => string;
  readonly stepWords: (value: number) => string;
}

const charts: readonly Shown[] = [
  {
    title: 'Revenue',
    of: ({ revenue }) => revenue,
    words: dollarWords,
    stepWords: shortDollars,
  },
  {
    title: 'Orders',
    of: ({ orders }) => orders,
    words: (orders) => `${countWords(orders)} ${orders === 1 ? 'order' : 'orders'}`,
    stepWords: shortCount,
  },
];

/** How it goes: the sums of the days, their course, and the same as a table. */
export function Sales({ figures, compares }: { figures: Figures; compares: boolean }) {
  const { totals, before, summedAt } = figures;
  if (summedAt === null) return <BeingSummed />;
  const isSold = totals.orders > 0 || totals.refunded > 0;
  const wasSold = compares && (before.orders > 0 || before.refunded > 0);
  return (
    <>
      <p className="quiet figures mb-3 text-sm">
        {'Complete up to '}
        <time dateTime={summedAt}>{momentOf(summedAt)}</time>
      </p>
      <KeyFigures figures={figures} compares={compares} />
      <div className="mt-2">
        {isSold || wasSold ? (
          <Panel className="p-4">
            <div className="grid gap-x-8 gap-y-6 xl:grid-cols-2">
              {charts.map((shown) => (
                <SalesChart key={shown.title} shown={shown} figures={figures} compares={compares} />
              ))}
            </div>
            <details className="mt-4">
              <summary className="link inline-flex min-h-11 cursor-pointer items-center">
                The same as a table
              </summary>
              <PeriodsTable figures={figures} compares={compares} />
            </details>
          </Panel>
        ) : (
          <Empty>Nothing was sold in these days.</Empty>
        )}
      </div>
    </>
  );
}

/** In place of figures that are not whole. */
export function BeingSummed() {
  return (
    <Notice>
      The shop is adding up its orders for the first time. Look again in a few minutes.
    </Notice>
  );
}

function SalesChart(props: { shown: Shown; figures: Figures; compares: boolean }) {
  const { shown, figures, compares } = props;
  const { from, to, by, periods } = figures;
  const before = compares ? figures.periodsBefore : [];
  const words = (period: (typeof before)[number]) =>
    `${rangeWords(period)}: ${shown.words(shown.of(period))}`;
  const stretchOf = (first: string, period: (typeof before)[number]) => ({
    start: daysIn({ from: first, to: period.from }) - 1,
    days: daysIn(period),
    value: shown.of(period),
  });
  return (
    <Chart
      title={`${shown.title} by ${by}`}
      days={daysIn({ from, to })}
      stepWords={shown.stepWords}
      bars={periods.map((period, place) => {
        const earlier = before[place];
        return {
          ...stretchOf(from, period),
          mark: axisDay(period.from, by satisfies Grouping),
          told: `${words(period)}${earlier ? `. Before, ${words(earlier)}` : ''}`,
        };
      })}
      before={before.map((period) => stretchOf(figures.before.from, period))}
    />
  );
}
