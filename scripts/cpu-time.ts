import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second for every program, whatever the kernel itself uses. */
const ticksPerSecond = 100;

/** Seconds of CPU by a line of /proc/PID/stat: of the process, and of all its descendants that somebody waited for. */
export function secondsIn(stat: string): number {
  // The second field is the program's name in brackets, and may hold spaces and brackets itself; the third follows the last one.
  const [, , , , , , , , , , , user, system, waitedUser, waitedSystem] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ticks = [user, system, waitedUser, waitedSystem];
  return ticks.reduce<number>((sum, one) => sum + (one ?? Number.NaN), 0) / ticksPerSecond;
}

/** Seconds of CPU that this process and the ended ones below it took so far; undefined where the system does not say. */
export function cpuSeconds(): number | undefined {
  try {
    const seconds = secondsIn(readFileSync('/proc/self/stat', 'utf8'));
    return Number.isFinite(seconds) ? seconds : undefined;
  } catch {
    return undefined;
  }
}
