import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import type { VinVehicle } from '#contract/vin-calls.ts';
import { vehicleInWords } from './my-vehicle.ts';

/** As it is chosen and remembered. */
export function chosenOf({ make, model, year, engine }: VinVehicle): ChosenVehicle {
  return {
    make,
    ...(model !== null && { model }),
    ...(year !== null && { year }),
    ...(engine !== null && { engine }),
  };
}

/** 'Honda Accord 2003, V6 petrol, Coupe' */
export function vinVehicleInWords(vehicle: VinVehicle): string {
  const words = vehicleInWords(chosenOf(vehicle));
  return vehicle.body === null ? words : `${words}, ${vehicle.body}`;
}

/** What a VIN says, in a sentence. */
export function answerInWords(vehicles: readonly VinVehicle[]): string {
  const [first] = vehicles;
  if (first === undefined)
    return 'We know no vehicle by this VIN. Choose make, model and year instead.';
  if (vehicles.length > 1) return 'It may be one of these. Which is yours?';
  const words = vinVehicleInWords(first);
  return first.model === null ? `It says only: ${words}. Choose the rest.` : `It is: ${words}.`;
}
