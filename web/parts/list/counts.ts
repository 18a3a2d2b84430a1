import type { Counted } from '#contract/counted.ts';
import type { NumberMatch, SearchAnswer } from '#contract/search.ts';
import { formatDollars } from '#contract/money.ts';
import type { PartsWanted } from '#contract/parts-address-rules.ts';

/** A whole number with separators, as in '1,796': outside of the specification's texts. `Intl` takes a slow phone 160 ms to start. */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** As in '14 parts', or '500+ parts' where counting ends. */
export function partsInWords({ count, more }: Counted): string {
  return `${grouped(count)}${more ? '+' : ''} ${count === 1 && !more ? 'part' : 'parts'}`;
}

/** As in '54 parts, 2 for your vehicle'; without the second where all of them are. */
export function countsInWords(
  { total, fitting }: Pick<SearchAnswer, 'total' | 'fitting'>,
  wanted: PartsWanted,
): string {
  if (fitting === null || wanted.make === undefined) return partsInWords(total);
  if (wanted.fit !== 'first') return `${partsInWords(total)} for your vehicle`;
  const { count, more } = fitting;
  const its = count > 0 ? `${grouped(count)}${more ? '+' : ''}` : more ? 'none found' : 'none';
  return `${partsInWords(total)}, ${its} for your vehicle`;
}

/** As in '25 to 48 of 312'. Without a dash, for which the whole page's text would take twice the room (docs/decisions/0079). */
export function rangeInWords(from: number, rows: number, { count, more }: Counted): string {
  return `${grouped(from)} to ${grouped(from + rows - 1)} of ${grouped(count)}${more ? '+' : ''}`;
}

const kinds: Record<NumberMatch['kind'], string> = {
  own: 'Number',
  oe: 'OE number',
  competitor: 'Competitor number',
  superseded: 'Replaces',
  barcode: 'Barcode',
};

/** Why a part was found, as in 'OE number 8A0 319 812 (Volkswagen)'; nothing where it is the number that is shown anyway. */
export function reasonOf(match: NumberMatch | undefined): string | undefined {
  if (match === undefined || match.kind === 'own') return undefined;
  const { kind, number, maker } = match;
  return `${kinds[kind]} ${number}${maker === '' ? '' : ` (${maker})`}`;
}

/** As in '$4.00 to $107.00'. */
export function priceInWords({ priceFrom, priceTo }: PartsWanted): string {
  if (priceFrom === undefined) return `Up to ${dollars(priceTo ?? '')}`;
  return priceTo === undefined
    ? `From ${dollars(priceFrom)}`
    : `${dollars(priceFrom)} to ${dollars(priceTo)}`;
}

/** An attribute of an address, `key:value` or `key:from..to`, in its parts. */
export function attributeIn(text: string): { readonly key: string; readonly value: string } {
  const at = text.indexOf(':');
  return { key: text.slice(0, at), value: text.slice(at + 1) };
}

/** As in '312 mm', '300 to 320 mm' or 'Vented'. */
export function valueInWords(value: string, unit: string): string {
  const span = /^(-?[\d.]*?)\.\.(-?[\d.]*)$/.exec(value);
  const [, from = '', to = ''] = span ?? [];
  const said =
    span === null
      ? value
      : from === ''
        ? `up to ${to}`
        : to === ''
          ? `from ${from}`
          : `${from} to ${to}`;
  return unit === '' ? said : `${said} ${unit}`;
}

function dollars(text: string): string {
  return formatDollars(Number(text));
}
