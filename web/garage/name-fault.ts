import { vinAmong } from '#contract/vin-rules.ts';

/** What is wrong with the name of a vehicle or a list; undefined when nothing is. */
export function nameFault(name: string): string | undefined {
  return vinAmong(name) === undefined ? undefined : 'This looks like a VIN, which is not kept.';
}
