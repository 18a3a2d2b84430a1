/** How a number of a sheet is meant, by its format. */
export type NumberKind =
  | { readonly as: 'number' }
  /** Shown with at least so many digits, such as an article number 00123. */
  | { readonly as: 'padded'; readonly digits: number }
  | { readonly as: 'date' | 'time' | 'date and time' };

/** Formats that every workbook knows by number (ECMA-376, 18.8.30); those of East Asia are dates too. */
const builtinDates = new Set([14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);
const builtinTimes = new Set([18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56]);

/** The kind of a cell format, by its number and, if the workbook defines it, its code such as `yyyy-mm-dd` or `00000`. */
export function kindOfFormat(id: number, code: string | undefined): NumberKind {
  if (code !== undefined) return kindOfCode(code);
  if (builtinDates.has(id)) return { as: 'date' };
  if (builtinTimes.has(id)) return { as: 'time' };
  return { as: id === 22 ? 'date and time' : 'number' };
}

function kindOfCode(code: string): NumberKind {
  const [first = ''] = code.split(';');
  if (/^0{2,15}$/.test(first)) return { as: 'padded', digits: first.length };
  // Elapsed hours, such as [h]:mm, are a number of days.
  if (/\[[hms]+\]/i.test(first)) return { as: 'number' };
  // What is between quotes or brackets, or follows a backslash, is not part of the pattern.
  const pattern = first.replaceAll(/"[^"]*"|\[[^\]]*\]|\\.|[_*].|General/gi, '').toLowerCase();
  const time = /[hs]/.test(pattern);
  const date = /[dy]/.test(pattern) || (!time && pattern.includes('m'));
  if (date && time) return { as: 'date and time' };
  if (date) return { as: 'date' };
  return { as: time ? 'time' : 'number' };
}

/**
 * A number of a sheet as a person reads it there: without exponent, with a decimal point, with the 15 digits that
 * spreadsheets show. Undefined for what is no number.
 */
export function numberText(
  stored: string,
  kind: NumberKind,
  from1904: boolean,
): string | undefined {
  const value = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(value)) return undefined;
  if (kind.as === 'number') return plain(stored, value);
  if (kind.as === 'padded')
    return value >= 0
      ? Math.round(value).toFixed(0).padStart(kind.digits, '0')
      : plain(stored, value);
  return dateText(value, kind.as, from1904) ?? plain(stored, value);
}

function plain(stored: string, value: number): string {
  // What is written out stays as it is: it may have more digits than a number can hold.
  if (/^-?(?:0|[1-9]\d*)$/.test(stored)) return stored;
  const [digits = '', exponent = '0'] = value.toExponential(14).split('e');
  return shifted(digits, Number(exponent));
}

/** '-1.25' with exponent 3 is '-1250'. */
function shifted(digits: string, exponent: number): string {
  const sign = digits.startsWith('-') ? '-' : '';
  const all = digits.replaceAll(/[-.]/g, '');
  const whole = exponent < 0 ? '0' : all.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const rest = exponent < 0 ? '0'.repeat(-exponent - 1) + all : all.slice(exponent + 1);
  const fraction = rest.replace(/0+$/, '');
  if (fraction !== '') return `${sign}${whole}.${fraction}`;
  return whole === '0' ? '0' : `${sign}${whole}`;
}

const secondsOfDay = 86_400;
/** The days from 1899-12-30 and from 1904-01-01 to 1970-01-01. */
const [to1970, to1970From1904] = [25_569, 24_107];

/** A day number as ISO 8601; undefined outside the years 1900 to 9999. */
function dateText(
  days: number,
  as: 'date' | 'time' | 'date and time',
  from1904: boolean,
): string | undefined {
  // Spreadsheets believe that 1900 was a leap year: days before that 29th of February are one less.
  const real = !from1904 && days < 60 ? days + 1 : days;
  const seconds = Math.round((real - (from1904 ? to1970From1904 : to1970)) * secondsOfDay);
  const date = new Date(seconds * 1000);
  if (days < 0 || Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return undefined;
  const iso = date.toISOString();
  if (as === 'date') return iso.slice(0, 10);
  return as === 'time' ? iso.slice(11, 19) : iso.slice(0, 19);
}

/** Control characters are written as _x000D_ in workbooks (ECMA-376, 22.9.2.19). */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}

const controls = '\\u0000-\\u0008\\u000b-\\u001f\\ufffe\\uffff';
const control = new RegExp(`[${controls}]`, 'g');
/** What would be read as such a code, also together with the one that follows it. */
const looksEscaped = new RegExp(`_(?=x[0-9a-f]{4}[_${controls}])`, 'gi');

/** The other way round, so that every text can stand in a workbook. */
export function escaped(text: string): string {
  return text
    .replaceAll(looksEscaped, '_x005F_')
    .replaceAll(
      control,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    );
}
