import { vinAmong } from '#contract/vin-rules.ts';
import { refuse } from './refusal.ts';

/**
 * Refuses to search for a VIN, in whatever list: browsers, proxies and caches keep the address of a call, and an answer says again what was searched for.
 */
export function refuseVin(query: unknown): void {
  const { q } = (query ?? {}) as { q?: unknown };
  if (typeof q === 'string' && vinAmong(q) !== undefined) refuse('vin_in_search');
}
