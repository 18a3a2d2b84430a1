import type { Understood } from '#contract/search.ts';

/** As in 'Volkswagen Golf 2015, 2.0 L4 diesel'. */
export function vehicleInWords(vehicle: NonNullable<Understood['vehicle']>): string {
  const { make, model, year, engine } = vehicle;
  const named = [make, model, year].filter((word) => word !== null).join(' ');
  return engine === null ? named : `${named}, ${engine}`;
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
