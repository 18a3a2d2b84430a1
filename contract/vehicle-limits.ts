/** Engines of a vehicle that an admin adds. */
export const mostVehicleEngines = 20;
/** VINs in one list of a fleet. */
export const mostVins = 500;
/** Lines of such a list, those without a VIN among them. */
export const mostVinLines = 1000;
/** Vehicles, and other names, that admins may add. */
export const mostAddedVehicles = 5000;
/** Unknown vehicles, and wrong years, that the overview names. */
export const mostNamedVehicles = 50;
