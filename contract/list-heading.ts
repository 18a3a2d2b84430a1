import { longestNumber } from './list-limits.ts';

const headings = {
  number:
    /^(?:(?:part|article|art|item|oem?|sku|own|order|your|our|product|material|supplier|vendor) ?)*(?:numbers?|num|nr|no|nos|code|sku|oem?|reference|ref|id|part|parts|article|item|product|material|artikelnummer|artikel|teilenummer|teile ?nr|bestellnummer|referencia|reference|codigo|codice|numero)$/,
  quantity:
    /^(?:(?:order|ordered|total|your) ?)*(?:qty|quantity|quantities|pieces|pcs|pieces?|count|units|needed|required|menge|anzahl|stueck|stuck|bestellmenge|cantidad|quantite|quantita|ilosc)$/,
};

/** What a heading says of its column: 'number' and 'quantity' in the words of common spreadsheets. */
export function headingOf(cell: string): 'number' | 'quantity' | undefined {
  const words = cell
    .slice(0, longestNumber)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .trim();
  if (headings.quantity.test(words)) return 'quantity';
  return headings.number.test(words) ? 'number' : undefined;
}
