const [fewest, first] = [20, 50];

/** How many parts are written at once: as many as are done in the wanted time, by the time that the last batches took; few at first. */
export class Pace {
  readonly #wantedMs: number;
  readonly #most: number;
  #size = first;

  constructor({ wantedMs, most }: { wantedMs: number; most: number }) {
    this.#wantedMs = wantedMs;
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  /** So many parts took so long. */
  took(parts: number, ms: number): void {
    if (parts === 0) return;
    const fitting = (parts * this.#wantedMs) / Math.max(1, ms);
    // Up by half at most, down at once.
    this.#size = Math.round(Math.min(this.#most, this.#size * 1.5, Math.max(fewest, fitting)));
  }
}
