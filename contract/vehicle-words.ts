import type { ChosenVehicle } from './chosen-vehicle.ts';

/** 'Volkswagen Golf 2015, 2.0 L4 diesel' */
export function vehicleInWords({ make, model, year, engine }: ChosenVehicle): string {
  const named = [make, model, year].filter(Boolean).join(' ');
  return engine ? `${named}, ${engine}` : named;
}
