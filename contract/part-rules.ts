/** Spec §2: the home page's lists show the six newest. */
export const homeListLength = 6;

/** Spec §9: characters of a description that a card shows. */
const previewLength = 120;

/** First 120 code points of a description, then '...' (Spec §2; decisions: 'N items pack'). */
export function previewOf(description: string): string {
  return `${Array.from(description).slice(0, previewLength).join('')}...`;
}

/** A part number for comparison: upper-case letters and digits only. */
export function partNumberKey(partNumber: string): string {
  return partNumber
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The slug of a part's page: its name in URL characters, then its id. Only the id counts. */
export function partSlug({ _id, name }: { readonly _id: string; readonly name: string }): string {
  const words = name.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '');
  const slug = words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80);
  return [slug.replaceAll(/^-|-$/g, ''), _id].filter(Boolean).join('-');
}

/** The id at the end of a slug; the whole slug when there is none, which finds no part. */
export function partIdIn(slug: string): string {
  return /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.exec(slug)?.[0] ?? slug;
}
