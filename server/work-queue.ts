/** How much work fits at a time, and who may wait for it. */
interface QueueLimits {
  readonly atOnce: number;
  readonly waiting: number;
  /** Of one group, such as one network address; nobody who stands in the line keeps others out of it. */
  readonly waitingOfGroup?: number;
  /** Whoever waited this long is sent away. */
  readonly patienceMs?: number;
}

/** Where somebody stands in a line. */
interface Place {
  /** Undefined counts for no group. */
  readonly group?: string | undefined;
  /** Stands before everybody who does not, and is not kept out by a full line. */
  readonly ahead?: boolean;
}

/** Does a piece of work when its turn comes. Rejects with `QueueFull` when there is no place, or the turn does not come in time. */
type WorkQueue = <Result>(work: () => Promise<Result>, place?: Place) => Promise<Result>;

/** There is more to do than fits: come back later. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

/** A line for heavy work, so that the rest of the shop keeps its processor, and nobody's requests pile up in memory. */
export function workQueue(limits: QueueLimits): WorkQueue {
  const line: Waiting[] = [];
  let working = 0;

  const turn = async (place: Place): Promise<void> => {
    if (working < limits.atOnce) return void (working += 1);
    if (isFull(line, limits, place)) throw new QueueFull('Too many wait already.');
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const waiting: Waiting = { ...place, begin: () => resolve(undefined) };
    line.splice(placeIn(line, place), 0, waiting);
    const leave = () => {
      line.splice(line.indexOf(waiting), 1);
      reject(new QueueFull('The turn did not come in time.'));
    };
    const timer =
      limits.patienceMs === undefined ? undefined : setTimeout(leave, limits.patienceMs);
    await promise.finally(() => clearTimeout(timer));
  };

  return async (work, place = {}) => {
    await turn(place);
    try {
      return await work();
    } finally {
      const next = line.shift();
      // The place at work is handed on, so nobody who comes in between takes it.
      if (next === undefined) working -= 1;
      else next.begin();
    }
  };
}

interface Waiting extends Place {
  readonly begin: () => void;
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
