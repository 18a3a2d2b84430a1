import { readFileSync } from 'node:fs';

/** Linux always reports hundredths of a second here. */
const ticksPerSecond = 100;

/** The CPU seconds in a line of /proc/PID/stat: of the process and its ended descendants. */
export function secondsIn(stat: string): number {
  // The second field is the program's name in brackets and may itself contain spaces and brackets, so split after the last one.
  const [, , , , , , , , , , , user, system, waitedUser, waitedSystem] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ticks = [user, system, waitedUser, waitedSystem];
  return ticks.reduce<number>((sum, one) => sum + (one ?? Number.NaN), 0) / ticksPerSecond;
}

/** The CPU seconds of this process and its ended descendants; undefined if the system does not report them. */
export function cpuSeconds(): number | undefined {
  try {
    const seconds = secondsIn(readFileSync('/proc/self/stat', 'utf8'));
    return Number.isFinite(seconds) ? seconds : undefined;
  } catch {
    return undefined;
  }
}
