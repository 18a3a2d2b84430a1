/** What whoever waits for a locked part may wait: an order is answered soon. */
const wantedMs = 100;
const [fewest, most] = [20, 1_000];

/** How many parts are changed at once: as many as are done in a tenth of a second, by the time that the last batches took. */
export class Pace {
  #size = 50;

  get size(): number {
    return this.#size;
  }

  /** So many parts took so long. */
  took(parts: number, ms: number): void {
    if (parts === 0) return;
    const fitting = (parts * wantedMs) / Math.max(1, ms);
    // Up by half at most, down at once.
    this.#size = Math.round(Math.min(most, this.#size * 1.5, Math.max(fewest, fitting)));
  }
}
