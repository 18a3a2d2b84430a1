/** Engines of a vehicle that an admin adds. */
export const mostVehicleEngines = 20;
/** Vehicles, and other names, that admins may add. */
export const mostAddedVehicles = 5000;
/** Unknown vehicles, and wrong years, that the overview names. */
export const mostNamedVehicles = 200;
