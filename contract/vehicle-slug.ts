/**
 * A make or a model in the address of its page: 'Mercedes-Benz' is mercedes-benz, 'Town & Country' town-and-country, 'Škoda' skoda. Names with the same slug
 * are spellings of the same. Empty for a name without any letter or digit, which has no page.
 */
export function vehicleSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll('+', ' plus ')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
