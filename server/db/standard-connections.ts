import { availableParallelism } from 'node:os';

const fewest = 5;
const most = 10;

/**
 * How many connections a pool opens at most if nobody says it: two for each processor of this machine and one, from 5 to 10. More work at
 * once would only take turns at the same processors (record 0073).
 */
export function standardConnections(processors: number = availableParallelism()): number {
  return Math.min(most, Math.max(fewest, 2 * processors + 1));
}
