import type { Fitment } from '#contract/part-lists.ts';

type Years = Pick<Fitment, 'yearFrom' | 'yearTo'>;

/** Why a text about years cannot be used. */
export const yearsNotRead = 'Write them like 2010-2015.';

const months =
  /(?:(?<!\d)(?:\d{1,2}[./]){1,2}|(?:jan|feb|mar|mär|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-zä]{0,6}[.]?)(?=\d{4})/g;
const monthsBehind = /(?<year>\d{4})(?:(?:[./]\d{1,2}){1,2}|-\d\d-\d\d)(?!\d)/g;
/** '2010-08' and '2010/12' may be a month or the last year; only a hyphen before a later year is taken for a span. */
const yearAndTwoFigures = /^(?<first>(?<century>\d\d)\d\d)(?<sign>[-./])(?<last>\d{1,2})$/;
const oneYear = /^\d{4}$/;
const span = /^(?:from|von)?(?<first>\d{4})(?:-|\/|to|until|bis)(?<last>\d{4})$/;
const openEnd =
  /^(?<first>\d{4})(?:-|[+]|-?>|→|ff?[.]?|(?:and|&)?up|on|onwards?|(?:-|to|until|bis)(?:present|today|now|current|heute))$/;
const openBegun = /^(?:from|since|ab|seit)(?<first>\d{4})$/;

/**
 * Reads model years as files write them: '2010', '2010-2015', '2010-15', '03/2010 - 12/2015'. An open end ('2010-', 'ab 2010') is `latestYear`,
 * the last that the shop takes. Undefined for anything else, such as a list of years: it may leave some out.
 */
export function readYears(typed: string, latestYear: number): Years | undefined {
  const text = typed
    .toLowerCase()
    .replaceAll(/\s/g, '')
    .replaceAll(/[‐-―−]/g, '-');
  const short = yearAndTwoFigures.exec(text)?.groups;
  if (short) {
    const { first = '', century = '', sign, last = '' } = short;
    return sign === '-' && century + last > first ? years(first, century + last) : undefined;
  }
  const dated = text.replaceAll(months, '').replaceAll(monthsBehind, '$<year>');
  if (oneYear.test(dated)) return years(dated, dated);
  const both = span.exec(dated)?.groups;
  if (both) return years(both['first'], both['last']);
  const open = openEnd.exec(dated)?.groups ?? openBegun.exec(dated)?.groups;
  return open && years(open['first'], latestYear);
}

function years(from: string | undefined, to: string | number | undefined): Years {
  return { yearFrom: Number(from), yearTo: Number(to) };
}
