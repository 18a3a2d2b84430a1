/** How much work runs at a time, and how much may wait. */
interface QueueLimits {
  readonly atOnce: number;
  readonly waiting: number;
  /** The same for one group, such as one network, so that no group fills the queue. */
  readonly waitingOfGroup?: number;
  /** Work that waited this long is rejected. */
  readonly patienceMs?: number;
  /**
   * So is what waits for so long while the queue does not move: until work ends well, and again from when work fails. A few that
   * get through beside many that fail let nobody wait longer.
   */
  readonly standstillMs?: number;
}

interface Place {
  readonly group?: string | undefined;
  /** Goes before all others, even into a full queue. */
  readonly ahead?: boolean;
}

/** Runs work when its turn comes. Rejects with `QueueFull` when the queue is full, or the turn does not come in time. */
export interface WorkQueue {
  <Result>(work: () => Promise<Result>, place?: Place): Promise<Result>;
  /** How much waits now. */
  waiting(): number;
  /** When work failed last, by `performance.now()`; -Infinity before. */
  failedAt(): number;
}

/** There is too much to do: try again later. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/** A queue for heavy work, so that it neither takes all processors nor piles up in memory. */
export function workQueue(limits: QueueLimits): WorkQueue {
  const line: Waiting[] = [];
  let working = 0;
  let endedWellAt = -Infinity;
  let failedAt = -Infinity;

  const turn = async (place: Place): Promise<void> => {
    if (working < limits.atOnce) return void (working += 1);
    if (isFull(line, limits, place)) throw new QueueFull('Too many wait already.');
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const since = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const leaveInTime = () => {
      clearTimeout(timer);
      const left = leftToWait(limits, { since, endedWellAt });
      if (left > 0) return void (left < Infinity && (timer = setTimeout(leaveInTime, left)));
      line.splice(line.indexOf(waiting), 1);
      reject(new QueueFull('The turn did not come in time.'));
    };
    const waiting: Waiting = { ...place, begin: () => resolve(undefined), leaveInTime };
    line.splice(placeIn(line, place), 0, waiting);
    leaveInTime();
    await promise.finally(() => clearTimeout(timer));
  };

  const inLine = async <Result>(
    work: () => Promise<Result>,
    place: Place = {},
  ): Promise<Result> => {
    await turn(place);
    try {
      const result = await work();
      endedWellAt = performance.now();
      return result;
    } catch (error) {
      failedAt = performance.now();
      endedWellAt = -Infinity;
      for (const waiting of line.toReversed()) waiting.leaveInTime();
      throw error;
    } finally {
      const next = line.shift();
      // The slot is handed on directly, so that new work cannot take it in between.
      if (next === undefined) working -= 1;
      else next.begin();
    }
  };
  return Object.assign(inLine, { waiting: () => line.length, failedAt: () => failedAt });
}

/** Milliseconds. */
function leftToWait(
  { patienceMs = Infinity, standstillMs = Infinity }: QueueLimits,
  { since, endedWellAt }: { since: number; endedWellAt: number },
): number {
  const until = Math.min(since + patienceMs, Math.max(since, endedWellAt) + standstillMs);
  return Math.ceil(until - performance.now());
}

interface Waiting extends Place {
  readonly begin: () => void;
  /** Leaves the line, now or later, if the turn does not come before. */
  readonly leaveInTime: () => void;
}

function isFull(
  line: readonly Waiting[],
  { waiting, waitingOfGroup }: QueueLimits,
  { group, ahead }: Place,
): boolean {
  if (line.length >= waiting && ahead !== true) return true;
  return (
    waitingOfGroup !== undefined &&
    group !== undefined &&
    line.filter((other) => other.group === group).length >= waitingOfGroup
  );
}

function placeIn(line: readonly Waiting[], { ahead }: Place): number {
  const firstOfTheRest = ahead === true ? line.findIndex((other) => other.ahead !== true) : -1;
  return firstOfTheRest === -1 ? line.length : firstOfTheRest;
}
