/** Spec §2: the home page's lists show the six newest. */
export const homeListLength = 6;

/** Spec §9: characters of a description that a card shows. */
const previewLength = 120;

/** First 120 code points of a description, then '...' (Spec §2; decisions: 'N items pack'). */
export function previewOf(description: string): string {
  return `${Array.from(description).slice(0, previewLength).join('')}...`;
}

/** A part number as it is compared: upper-case letters and digits only, so that dashes and spaces do not matter. */
export function partNumberKey(partNumber: string): string {
  return partNumber
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
