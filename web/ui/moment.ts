/** '20 Nov 2026, 9:15 AM' in the reader's time zone, or only the day. */
export function momentOf(moment: string, shown: 'time' | 'day' = 'time'): string {
  return new Intl.DateTimeFormat('en', {
    dateStyle: 'medium',
    ...(shown === 'time' && { timeStyle: 'short' }),
  }).format(new Date(moment));
}
