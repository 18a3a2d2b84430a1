import { dayMs } from '#contract/durations.ts';
import { momentOf } from './moment.ts';

/** 'today at 3:20 PM', 'tomorrow at 9:00 AM' or 'Nov 23, 2026 at 9:00 AM', in the reader's time zone. */
export function dayAndTime(moment: string, now = new Date()): string {
  const then = new Date(moment);
  const days = Math.round((midnightOf(then) - midnightOf(now)) / dayMs);
  const word =
    { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' }[String(days)] ?? momentOf(moment, 'day');
  return `${word} at ${new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(then)}`;
}

function midnightOf(moment: Date): number {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
}
