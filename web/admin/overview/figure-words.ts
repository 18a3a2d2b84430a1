import { dayAfter, periodStart, type DayRange, type Grouping } from '#contract/figure-rules.ts';

const counted = new Intl.NumberFormat('en');

/** '12,400': pieces and orders. */
export function countWords(count: number): string {
  return counted.format(count);
}

const compact = new Intl.NumberFormat('en', { notation: 'compact' });

/** '12K', for the steps of an axis. */
export function shortCount(count: number): string {
  return compact.format(count);
}

/** '$12K' and '-$12K'. */
export function shortDollars(dollars: number): string {
  return `${dollars < 0 ? '-' : ''}$${compact.format(Math.abs(dollars))}`;
}

const shares = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** '3.5%', or undefined where there is nothing to have a share of. */
export function rateOf(part: number, whole: number): string | undefined {
  return whole > 0 ? shares.format(part / whole) : undefined;
}

export interface Change {
  readonly direction: 'up' | 'down' | 'none';
  readonly words: string;
}

const wholeShares = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

/** How a figure differs from the one before; in per cent only where that says something. */
export function changeOf(
  now: number | null,
  before: number | null,
  words: (figure: number) => string,
): Change {
  if (before === null) return { direction: 'none', words: 'No orders before' };
  const direction = now === null || now === before ? 'none' : now > before ? 'up' : 'down';
  if (now === null || before <= 0) return { direction, words: `From ${words(before)}` };
  if (direction === 'none') return { direction, words: `As before: ${words(before)}` };
  const share = wholeShares.format(Math.abs(now / before - 1));
  return { direction, words: `${share} from ${words(before)}` };
}

const shortDay = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const longDay = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** 'Nov 25, 2026', 'Nov 2026' of a whole month, and 'Oct 27 to Nov 25, 2026'. */
export function rangeWords({ from, to }: DayRange): string {
  const [first, last] = [new Date(from), new Date(to)];
  if (from === to) return longDay.format(last);
  if (isWholeMonth({ from, to })) return month.format(first);
  const sameYear = from.slice(0, 4) === to.slice(0, 4);
  return `${(sameYear ? shortDay : longDay).format(first)} to ${longDay.format(last)}`;
}

function isWholeMonth({ from, to }: DayRange): boolean {
  return (
    from.endsWith('-01') &&
    periodStart(dayAfter(to, 1), 'month') === dayAfter(to, 1) &&
    sameMonth(from, to)
  );
}

function sameMonth(one: string, other: string): boolean {
  return one.slice(0, 7) === other.slice(0, 7);
}

/** Under an axis: 'Nov 25', and 'Nov' of a month. */
export function axisDay(day: string, by: Grouping): string {
  return by === 'month'
    ? new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' }).format(new Date(day))
    : shortDay.format(new Date(day));
}
