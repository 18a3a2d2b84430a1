import { mostGarageVehicles, vehicleKey } from '#contract/garage-rules.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { currentSession } from '#web/session/session.ts';
import { toastError, toastSuccess } from '#web/ui/toasts.tsx';
import { garageChanged } from './garage-changes.ts';
import { guestGarage, storeGuestGarage } from './guest-garage.ts';
import { rememberAsKept } from './remember-as-kept.ts';

let running: Promise<void> | undefined;

/**
 * Brings what a guest kept in this browser into the account of whoever is signed in. Sent again it changes nothing; what cannot be sent stays, and the next page
 * tries again. Never fails.
 */
export function mergeGarage(): Promise<void> {
  return (running ??= merge().finally(() => void (running = undefined)));
}

async function merge(): Promise<void> {
  const vehicles = guestGarage();
  if (vehicles.length === 0 || currentSession() === undefined) return;
  try {
    const { added, leftOut, spelled } = await call('keepVehicles', {
      body: { vehicles: [...vehicles] },
    });
    const sent = new Set(vehicles.map(vehicleKey));
    storeGuestGarage(guestGarage().filter((one) => !sent.has(vehicleKey(one))));
    rememberAsKept(vehicles, spelled);
    sayMerged(added, leftOut);
    garageChanged();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

function sayMerged(added: number, leftOut: number): void {
  const vehicles = added === 1 ? '1 vehicle' : `${added} vehicles`;
  if (added > 0) toastSuccess(`${vehicles} of this browser went into your garage.`);
  if (leftOut > 0) toastError(leftOutInWords(leftOut));
}

/** What of vehicles did not fit. */
export function leftOutInWords(leftOut: number): string {
  const vehicles = leftOut === 1 ? '1 vehicle was' : `${leftOut} vehicles were`;
  return `${vehicles} left out: a garage has ${mostGarageVehicles} at most.`;
}
