/** Every VIN that a journey types: after the journeys, their shop is searched for them (`search-for-vins.ts`). */
export const typedVins = {
  accord: '1HGCM82633A004352',
  accordWithWrongDigit: '1HGCM82643A004352',
  otherAccordWithWrongDigit: '1HGCM82633A004353',
  accordWithWrongLetter: '1HGCM82633AO04352',
  jetta: '3VWLL7AJ9BM053541',
  /** From Germany: says its make alone. */
  golf: 'WVWZZZ1KZAW000001',
  /** Of a manufacturer of two makes. */
  maybachOrMercedes: 'WDB2030421F000001',
  ofNobody: 'ZZ9ZZ9ZZ9ZZ912345',
} as const;
