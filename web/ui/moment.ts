/** 'Nov 20, 2026, 9:15 AM' in the reader's time zone, or only the day. */
export function momentOf(moment: string, shown: 'time' | 'day' = 'time'): string {
  return new Intl.DateTimeFormat('en', {
    dateStyle: 'medium',
    ...(shown === 'time' && { timeStyle: 'short' }),
  }).format(new Date(moment));
}

/** 'Nov 20, 2026' in UTC, so that the server and any browser write the same. Without `Intl`, which takes a slow phone 160 ms to start. */
export function utcDayOf(moment: string): string {
  const [, day, month, year] = new Date(moment).toUTCString().split(' ');
  return `${month} ${Number(day)}, ${year}`;
}

/** 'Nov 20' for narrow columns, and 'Nov 20, 25' of another year. */
export function shortDayOf(moment: string): string {
  const day = new Date(moment);
  return new Intl.DateTimeFormat('en', {
    month: 'short',
    day: 'numeric',
    ...(day.getFullYear() !== new Date().getFullYear() && { year: '2-digit' }),
  }).format(day);
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** '3 minutes ago', 'yesterday', or 'just now', in whole units. */
export function ageOf(moment: string, now = Date.now()): string {
  const ms = now - Date.parse(moment);
  for (const [unit, length] of units)
    if (ms >= length)
      return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(
        -Math.floor(ms / length),
        unit,
      );
  return 'just now';
}
