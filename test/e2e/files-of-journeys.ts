import path from 'node:path';

/** What is kept of the shop of the journeys beside its data: what it writes, and its process number as long as it runs. */
export function filesOfJourneys(data: string): { log: string; process: string } {
  return { log: path.join(data, 'journeys.log'), process: path.join(data, 'journeys.pid') };
}
