/**
 * A script for the head of every page: it sets `data-vehicle` where the browser remembers a vehicle (web/vehicle/my-vehicle.ts), so that what is said of it
 * has its room before anything is shown (`with-vehicle` and `without-vehicle` in web/app.css).
 */
export const markVehicle = `
try {
  if (localStorage.getItem('underhood.my-vehicle'))
    document.documentElement.dataset.vehicle = '';
} catch {}
`;
