import {
  dayAfter,
  dayOf,
  daysIn,
  longestRange,
  rangeBefore,
  rangeWanted,
  type DayRange,
  type Grouping,
} from '#contract/figure-rules.ts';
import { FiguresQuery } from '#contract/figures.ts';
import { wantedIn } from '#web/admin/list/list-query.ts';

/** What the address of the overview asks for. */
export interface DaysAsked {
  readonly range: DayRange;
  readonly before: DayRange;
  readonly by: Grouping;
  readonly compares: boolean;
  /** Why other days are shown than were asked for. */
  readonly fault?: string;
}

/** Days that cannot be shown are named as a fault, and the usual ones are shown. */
export function daysAsked(address: string, today: string): DaysAsked {
  const { from, to, by = 'day' } = wantedIn(FiguresQuery, address);
  const compares = new URL(address).searchParams.get('compare') !== 'no';
  const wanted = rangeWanted({ ...(from && { from }), ...(to && { to }) }, today);
  const fault = faultOf(wanted);
  const range = fault === undefined ? wanted : rangeWanted({}, today);
  return { range, before: rangeBefore(range), by, compares, ...(fault && { fault }) };
}

function faultOf(range: DayRange): string | undefined {
  if (range.from > range.to) return 'The last day comes before the first.';
  return daysIn(range) > longestRange
    ? `These are ${daysIn(range)} days, and ${longestRange} are the most.`
    : undefined;
}

/** What the calls of figures are asked. */
export function queryOf({ range: { from, to }, by }: DaysAsked) {
  return { from, to, by };
}

export interface Preset {
  readonly text: string;
  readonly range: DayRange;
  readonly by: Grouping;
}

/** Days that owners look at again and again. */
export function presetsOn(today: string): Preset[] {
  const thisMonth = monthStart(today, 0);
  const lastMonth = { from: monthStart(today, -1), to: dayAfter(thisMonth, -1) };
  return [
    { text: '7 days', range: { from: dayAfter(today, -6), to: today }, by: 'day' },
    { text: '30 days', range: rangeWanted({}, today), by: 'day' },
    { text: 'This month', range: { from: thisMonth, to: today }, by: 'day' },
    { text: 'Last month', range: lastMonth, by: 'day' },
    { text: '12 months', range: { from: monthStart(today, -11), to: today }, by: 'month' },
  ];
}

/** The first day of the month that is so many months later. */
function monthStart(day: string, later: number): string {
  const time = new Date(day);
  return dayOf(new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + later, 1)));
}

/** The query of the page's address that shows these days. */
export function searchOf({ range, by, compares }: Omit<DaysAsked, 'before' | 'fault'>): string {
  const query = new URLSearchParams({ ...range, ...(by !== 'day' && { by }) });
  if (!compares) query.set('compare', 'no');
  return `?${query.toString()}`;
}
