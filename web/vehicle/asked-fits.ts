import type { ChosenVehicle } from '#contract/chosen-vehicle.ts';
import type { Fit, PartFit } from '#contract/fit.ts';

/** The most parts about which one call asks (`FitsQuery`). */
const mostAtOnce = 100;

/** How long parts are gathered for one call, in milliseconds: those of a page come alive one after another. */
const gathering = 20;

/** How long whoever needs an answer waits for it, and how often what failed meanwhile is asked again, in milliseconds. */
const longestWait = 1000;
const askingAgain = 250;

interface Means {
  readonly ask: (vehicle: ChosenVehicle, ids: readonly string[]) => Promise<readonly PartFit[]>;
  readonly later?: (gathered: () => void) => void;
}

/**
 * What the shop says of parts and one vehicle: each part is asked about once, many in one call, until another vehicle is chosen. What cannot be had is
 * missing, and asked for again by whoever wants it next.
 */
export class AskedFits {
  /** Counts the answers, so that whoever shows several parts knows of each. */
  answers = 0;
  readonly #means: Required<Means>;
  readonly #listeners = new Set<() => void>();
  #vehicle: ChosenVehicle | undefined;
  #known = new Map<string, Fit>();
  /** Whatever was asked about, answered or not. */
  #asked = new Set<string>();
  #answered = new Set<string>();
  #gathered: string[] = [];

  constructor({ ask, later = (gathered) => setTimeout(gathered, gathering) }: Means) {
    this.#means = { ask, later };
  }

  /** What is known now. */
  of(vehicle: ChosenVehicle, id: string): Fit | undefined {
    return vehicle === this.#vehicle ? this.#known.get(id) : undefined;
  }

  /** Asks about those of the parts that are new. */
  want(vehicle: ChosenVehicle, ids: readonly string[]): void {
    if (vehicle !== this.#vehicle) this.#forget(vehicle);
    const unknown = ids.filter((id) => !this.#asked.has(id));
    if (unknown.length === 0) return;
    if (this.#gathered.length === 0) this.#means.later(() => this.#askGathered());
    for (const id of unknown) {
      this.#asked.add(id);
      this.#gathered.push(id);
    }
  }

  /**
   * Waits until the shop has answered about all of the parts, asking again where that failed; a second at most, and no longer than the vehicle is the one that is
   * asked about. Undefined where all is answered.
   */
  whenAnswered(vehicle: ChosenVehicle, ids: readonly string[]): Promise<void> | undefined {
    this.want(vehicle, ids);
    const isDone = () => vehicle !== this.#vehicle || ids.every((id) => this.#answered.has(id));
    if (isDone()) return undefined;
    return new Promise((resolve) => {
      const end = () => {
        leave();
        clearInterval(asking);
        clearTimeout(last);
        resolve();
      };
      const look = () => {
        if (isDone()) end();
      };
      const leave = this.subscribe(look);
      const last = setTimeout(end, longestWait);
      const asking = setInterval(() => {
        if (isDone()) end();
        else this.want(vehicle, ids);
      }, askingAgain);
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #forget(vehicle: ChosenVehicle): void {
    this.#vehicle = vehicle;
    this.#known = new Map();
    this.#asked = new Set();
    this.#answered = new Set();
    this.#gathered = [];
  }

  #askGathered(): void {
    const ids = this.#gathered;
    this.#gathered = [];
    const vehicle = this.#vehicle;
    if (vehicle === undefined) return;
    for (let from = 0; from < ids.length; from += mostAtOnce)
      void this.#ask(vehicle, ids.slice(from, from + mostAtOnce));
  }

  async #ask(vehicle: ChosenVehicle, ids: readonly string[]): Promise<void> {
    const fits = await this.#means.ask(vehicle, ids).catch(() => undefined);
    // Another was chosen meanwhile.
    if (vehicle !== this.#vehicle) return;
    if (fits === undefined) {
      for (const id of ids) this.#asked.delete(id);
      return;
    }
    for (const id of ids) this.#answered.add(id);
    for (const { partId, state, reason } of fits) this.#known.set(partId, { state, reason });
    this.answers += 1;
    for (const listener of this.#listeners) listener();
  }
}
