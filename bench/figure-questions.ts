// What bench/size.ts asks of the overview and of the books, in the shop's own time.
import { sql, type Kysely } from 'kysely';
import { dayAfter, dayOf } from '#contract/figure-rules.ts';
import { figureFiles } from '#contract/figures.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Question } from './question.ts';

/** Ranges end on other days each time. */
const ends = 10;

export async function figureQuestions(db: Kysely<Tables>): Promise<Question[]> {
  const { rows } = await sql<{ last: Date }>`
    select paid_at as last from orders where paid_at is not null order by paid_at desc limit 1`.execute(
    db,
  );
  const today = dayOf(rows[0]?.last ?? new Date());
  const range = (days: number) => (n: number) => {
    const to = dayAfter(today, -(n % ends));
    return `from=${dayAfter(to, 1 - days)}&to=${to}`;
  };
  const month = range(30);
  const year = range(366);
  const book = today.slice(0, 7);
  const calls: readonly (readonly [string, (n: number) => string])[] = [
    ['to do', () => '/to-do'],
    ['figures of 30 days', (n) => `/figures?${month(n)}`],
    ['figures of a year by week', (n) => `/figures?${year(n)}&by=week`],
    ['figures of a year by day', (n) => `/figures?${year(n)}`],
    ['best sellers of 30 days', (n) => `/figures/best-sellers?${month(n)}`],
    ['best sellers of a year', (n) => `/figures/best-sellers?${year(n)}`],
    ['figures of the stock', () => '/figures/stock'],
    ['the book of a month', () => `/books?month=${book}`],
    ['payments of a month', () => `/books/payments?month=${book}&limit=25`],
    ['refunds of a month', () => `/books/refunds?month=${book}&limit=25`],
    ['refunds promised in a month', () => `/books/promised?month=${book}&limit=25`],
    [
      'a file of figures',
      (n) => `/figures/files/${figureFiles[n % figureFiles.length]}?${month(n)}`,
    ],
  ];
  return calls.map(([name, path]) => ({
    name: `admin: overview, ${name}`,
    by: 'admin',
    address: (n) => `/api/admin${path(n)}`,
  }));
}
