import { useMyVehicle } from './my-vehicle.ts';
import { fittingFirst } from './vehicle-address.ts';

/**
 * Lets links lead to a list of which the parts for the vehicle that this browser remembers come first. As the server writes a page, which is the same for
 * everybody, and until it is alive, they lead to the list alone.
 */
export function useFittingFirst(): (address: string) => string {
  const mine = useMyVehicle();
  return (address) => fittingFirst(address, mine);
}
