import { dayMs } from './durations.ts';

/** How figures are grouped. */
export const groupings = ['day', 'week', 'month'] as const;
export type Grouping = (typeof groupings)[number];

/** The longest range of figures, in days. */
export const longestRange = 366;
/** The range where none is asked for, in days. */
const usualRange = 30;

/** A stretch of days, both ends in it: '2026-11-25'. Days are those of UTC, as the numbers of receipts have their years. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** One stretch of a grouped range; the first and the last may be shorter than the others. */
export interface Period extends DayRange {}

export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** The day so many days later. */
export function dayAfter(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * dayMs));
}

/** How many days a range has. */
export function daysIn({ from, to }: DayRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

/** Whether a text is a day that the calendar has. */
export function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && dayOf(new Date(time)) === text;
}

/** The range that is asked for: the last thirty days, or as many from or up to the day that is given. */
export function rangeWanted(asked: Partial<DayRange>, today: string): DayRange {
  const { from, to } = asked;
  if (from !== undefined && to !== undefined) return { from, to };
  if (from !== undefined) return { from, to: from > today ? from : shorter(from, today) };
  const end = to ?? today;
  return { from: dayAfter(end, 1 - usualRange), to: end };
}

/** Up to today, unless that is too long. */
function shorter(from: string, today: string): string {
  const last = dayAfter(from, longestRange - 1);
  return last < today ? last : today;
}

/** As many days, just before. */
export function rangeBefore(range: DayRange): DayRange {
  return { from: dayAfter(range.from, -daysIn(range)), to: dayAfter(range.from, -1) };
}

/** The first day of the week (Monday) or month that a day is in. */
export function periodStart(day: string, by: Grouping): string {
  if (by === 'day') return day;
  if (by === 'month') return `${day.slice(0, 8)}01`;
  const weekday = new Date(Date.parse(day)).getUTCDay();
  return dayAfter(day, -((weekday + 6) % 7));
}

/** The periods of a range, in order; weeks and months are cut off at its ends. */
export function periodsOf({ from, to }: DayRange, by: Grouping): Period[] {
  const starts: string[] = [];
  for (let day = from; day <= to; day = dayAfter(day, 1))
    if (day === from || periodStart(day, by) === day) starts.push(day);
  return starts.map((start, at) => {
    const next = starts[at + 1];
    return { from: start, to: next === undefined ? to : dayAfter(next, -1) };
  });
}

/** Pieces in stock by how long they last at the pace of the last 180 days. */
export const supplyBands = {
  out: 'Nothing in stock',
  month: 'Up to a month',
  quarter: 'One to three months',
  half: 'Three to six months',
  year: 'Six to twelve months',
  longer: 'More than a year',
  dead: 'No sale in 180 days',
  new: 'New and not sold yet',
} as const;
export type SupplyBand = keyof typeof supplyBands;

/** Days without a sale after which stock is dead, and of which the pace of sales is taken. */
export const supplyDays = 180;

/** How long unpaid orders wait already. */
export const unpaidAges = {
  hour: 'Less than an hour',
  day: 'Up to a day',
  three: 'Up to three days',
  longer: 'Longer',
} as const;
export type UnpaidAge = keyof typeof unpaidAges;

const grouped = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** '$12,400.00' and '-$12.00': sums are longer than prices, which have no commas (Spec §3). */
export function dollarWords(dollars: number): string {
  return grouped.format(dollars);
}

/** What needs a person, in the order in which it is shown. */
export const toDoKinds = {
  ordersToShip: 'Orders to ship',
  returnsAsked: 'Returns asked',
  soldOut: 'Sold out parts',
  heldByNewcomers: 'Unpaid, by newcomers',
  emptySearches: 'Searches without result',
  paymentsWithoutOrder: 'Payments without an order',
  disputedOrders: 'Disputed orders',
  failedRefunds: 'Failed refunds',
  failedMails: 'Failed mails',
} as const;
export type ToDoKind = keyof typeof toDoKinds;
export const toDoKindNames = Object.keys(toDoKinds) as ToDoKind[];
