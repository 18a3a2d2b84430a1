import type { Understood } from '#contract/search.ts';

/** As in 'Volkswagen Golf 2015'. */
export function vehicleInWords({ make, model, year }: NonNullable<Understood['vehicle']>): string {
  return [make, model, year].filter((word) => word !== null).join(' ');
}

/** What words were taken for on one line, as in 'Brake disc · Volkswagen Golf 2015'; empty for plain words. */
export function understoodInWords(understood: Understood): string {
  const { types, category, brand, vehicle, number } = understood;
  return [
    types[0]?.name ?? category?.name,
    brand,
    vehicle && vehicleInWords(vehicle),
    number && `number ${number}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
