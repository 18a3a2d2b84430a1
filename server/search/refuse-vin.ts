import { vinAmong } from '#contract/vin-rules.ts';
import { refuse } from '#server/http/refusal.ts';

/**
 * Refuses to search for a VIN: the answer to a search may be kept by caches under its address, and says again what was searched for.
 */
export function refuseVin(q: string | undefined): void {
  if (q !== undefined && vinAmong(q) !== undefined) refuse('vin_in_search');
}
