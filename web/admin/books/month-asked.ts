import { isMonth, monthOf } from '#contract/book-rules.ts';

/** What the address of a book asks for. */
export interface MonthAsked {
  readonly month: string;
  /** What was typed instead of a month; this month is shown. */
  readonly fault?: string;
}

/** This month where none is asked for. */
export function monthAsked(address: string, now: Date): MonthAsked {
  const typed = new URL(address).searchParams.get('month')?.trim() ?? '';
  if (isMonth(typed)) return { month: typed };
  const month = monthOf(now);
  return typed === '' ? { month } : { month, fault: typed };
}

const words = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'November 2026'. */
export function monthWords(month: string): string {
  return words.format(new Date(`${month}-01`));
}

const times = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** 'Nov 20, 09:15', in UTC as the month is. */
export function timeWords(moment: string): string {
  return times.format(new Date(moment));
}
