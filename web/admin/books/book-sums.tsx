import type { BookSums } from '#contract/books.ts';
import { dollarWords } from '#contract/figure-rules.ts';
import { countWords } from '#web/admin/overview/figure-words.ts';

const counted = ({ count }: { count: number }) => `${countWords(count)} in this month`;

/** What a month comes to. */
export function BookSumsList({ sums }: { sums: BookSums }) {
  const { payments, paidForNothing, refunds, cameBack, total, promised } = sums;
  return (
    <dl className="rounded-box border-base-300 bg-base-100 divide-base-300 max-w-2xl divide-y border">
      <Line
        name="Payments"
        about={
          paidForNothing > 0
            ? `${counted(payments)}, ${dollarWords(paidForNothing)} of it paid for nothing`
            : counted(payments)
        }
        dollars={payments.amount}
      />
      <Line name="Refunds" about={counted(refunds)} dollars={-refunds.amount} />
      {cameBack.count > 0 && (
        <Line
          name="Refunds that came back"
          about="Failed after they were made, or disputes that were won after all"
          dollars={cameBack.amount}
        />
      )}
      <Line name="Payments less refunds" dollars={total} isSum />
      {promised.count > 0 && (
        <Line
          name="Promised, not made"
          about="Asked for in this month; in no sum above"
          dollars={promised.amount}
        />
      )}
    </dl>
  );
}

function Line(props: { name: string; about?: string; dollars: number; isSum?: boolean }) {
  const { name, about, dollars, isSum = false } = props;
  return (
    <div
      className={`flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2.5 ${isSum ? 'font-semibold' : ''}`}
    >
      <dt className="min-w-0 flex-1 basis-36">
        {name}
        {about !== undefined && <span className="quiet figures block text-sm">{about}</span>}
      </dt>
      <dd className="figures ms-auto">{dollarWords(dollars === 0 ? 0 : dollars)}</dd>
    </div>
  );
}
