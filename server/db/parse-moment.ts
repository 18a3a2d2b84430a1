import pg from 'pg';

export const timestamptz = 1184;

/** Takes all that PostgreSQL writes; of infinity it makes a number. */
const parseAny = pg.types.getTypeParser(timestamptz) as (text: string) => Date;

/**
 * A `timestamptz` as PostgreSQL writes it, to the millisecond: `2026-11-25 09:30:00.123456+00`. What is rare (infinity, years before 100 or after 9999,
 * an offset with seconds) is left to `pg`, whose regular expressions take several times as long.
 */
export function parseMoment(text: string): Date {
  const zone = zoneOf(text);
  const year = two(text, 0) * 100 + two(text, 2);
  if (zone === undefined || text[4] !== '-' || year < 100) return parseAny(text);
  const second = [two(text, 11), two(text, 14), two(text, 17)] as const;
  const utc = Date.UTC(year, two(text, 5) - 1, two(text, 8), ...second, millisecondOf(text, zone));
  return new Date(utc - offsetMs(text, zone));
}

/** Where the offset begins, if it is one of hours or of hours and minutes; what else a text may end with has no sign there. */
function zoneOf(text: string): number | undefined {
  const [short, long] = [text.length - 3, text.length - 6];
  if (isSign(text[short])) return short;
  return text[short] === ':' && isSign(text[long]) ? long : undefined;
}

const isSign = (letter: string | undefined): boolean => letter === '+' || letter === '-';

function offsetMs(text: string, zone: number): number {
  const minutes = two(text, zone + 1) * 60 + (zone + 3 < text.length ? two(text, zone + 4) : 0);
  return (text[zone] === '-' ? -minutes : minutes) * 60_000;
}

/** Of up to six digits of a fraction the first three. */
function millisecondOf(text: string, zone: number): number {
  let ms = 0;
  for (let at = 20, unit = 100; at < zone && unit >= 1; at += 1, unit /= 10)
    ms += digit(text, at) * unit;
  return ms;
}

const digit = (text: string, at: number): number => text.charCodeAt(at) - 48;
const two = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1);
