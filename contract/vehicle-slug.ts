/** Code points of a slug: more has no name that people gave. */
const longest = 150;

/**
 * A make or a model in the address of its page: 'Mercedes-Benz' is mercedes-benz, 'Town & Country' town-and-country, 'Škoda' skoda. Names with the same slug
 * are spellings of the same. A name without any letter or digit is written as its code points.
 */
export function vehicleSlug(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll('+', ' plus ');
  const slug = hyphened(words);
  return slug === '' && name !== '' ? hyphened(`u ${codesOf(name)}`) : slug;
}

function hyphened(words: string): string {
  const slug = words.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-/, '');
  return Array.from(slug).slice(0, longest).join('').replace(/-$/, '');
}

function codesOf(name: string): string {
  return Array.from(name, (sign) => sign.codePointAt(0)?.toString(16)).join(' ');
}
