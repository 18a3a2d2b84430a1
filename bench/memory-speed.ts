const places = (4 * 1024 * 1024) / Uint32Array.BYTES_PER_ELEMENT;
const reads = 200_000;

/**
 * Measures nanoseconds of one read at random within 4 MB: more than a core's own cache holds, so that it tells how much of the shared one the neighbours of a
 * virtual machine leave. Lists and pages live there, while an empty answer does not.
 */
export function memorySpeed(): () => number {
  const next = oneRound();
  let place = 0;
  const go = () => {
    for (let n = 0; n < reads; n += 1) place = next[place] ?? 0;
  };
  return () => {
    // Once before it counts, so that it is in the cache if there is room.
    go();
    const since = performance.now();
    go();
    return ((performance.now() - since) * 1e6) / reads;
  };
}

/** From each place to another, through all of them, by Sattolo's shuffle. */
function oneRound(): Uint32Array {
  const next = Uint32Array.from({ length: places }, (_, place) => place);
  for (let last = places - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * last);
    [next[last], next[other]] = [next[other] ?? 0, next[last] ?? 0];
  }
  return next;
}
