import type { FinishedPage } from './finished-page.ts';

/** A rendering that is under way. */
interface Rendering {
  readonly page: Promise<FinishedPage>;
  readonly begunAt: number;
  /** Parts whose stock has changed since it began. */
  readonly changed: Set<string>;
}

interface Kept {
  readonly page: FinishedPage;
  readonly begunAt: number;
  /** When it was rendered, which may have been long before it was found to be still the same. */
  readonly renderedAt: number;
  until: number;
}

/** A page may show a stock this long after somebody took or returned pieces. However many orders come, it is rendered once in this time. */
const stockLagMs = 1000;

/** A page is rendered anew after an hour, whatever its calls answer: so old is at most what it may show of anything else. */
const oldestMs = 3_600_000;

/**
 * Caches shared pages of one kind for a moment. Requests for a page that is being rendered share that rendering; one that
 * was started before `clear` is not cached, because it may be outdated.
 */
export class PageCache {
  readonly #rendering = new Map<string, Rendering>();
  readonly #kept = new Map<string, Kept>();
  readonly #ttlMs: number;
  readonly #most: number;
  readonly #now: () => number;

  constructor({
    ttlMs = 2000,
    most = 200,
    now = Date.now,
  }: { ttlMs?: number; most?: number; now?: () => number } = {}) {
    this.#ttlMs = ttlMs;
    this.#most = most;
    this.#now = now;
  }

  /** The page under this key if it is complete and fresh. */
  ready(key: string): FinishedPage | undefined {
    const kept = this.#kept.get(key);
    return kept !== undefined && kept.until > this.#now() ? kept.page : undefined;
  }

  /** The page under this key that was fresh last: it may be as it would be made now. */
  latest(key: string): FinishedPage | undefined {
    const kept = this.#kept.get(key);
    return kept !== undefined && kept.renderedAt + oldestMs > this.#now() ? kept.page : undefined;
  }

  /** The page under this key if it is fresh or being rendered. */
  find(key: string): FinishedPage | Promise<FinishedPage> | undefined {
    const ready = this.ready(key);
    if (ready !== undefined) return ready;
    const rendering = this.#rendering.get(key);
    const isLate =
      rendering !== undefined &&
      rendering.changed.size > 0 &&
      rendering.begunAt + stockLagMs <= this.#now();
    return isLate ? undefined : rendering?.page;
  }

  /** Shares a page that is being rendered, and caches it once it is complete. */
  share(key: string, page: Promise<FinishedPage>): void {
    const rendering = { page, begunAt: this.#now(), changed: new Set<string>() };
    this.#rendering.set(key, rendering);
    const takeFromRendering = () =>
      this.#rendering.get(key) === rendering && this.#rendering.delete(key);
    page.then(
      (done) => void (takeFromRendering() && done.keep && this.#keep(key, done, rendering)),
      takeFromRendering,
    );
  }

  /** Pages that show the stock of one of these parts become outdated a second after their rendering began. */
  stockChanged(parts: readonly string[]): void {
    for (const { changed } of this.#rendering.values()) for (const part of parts) changed.add(part);
    for (const kept of this.#kept.values())
      if (parts.some((part) => kept.page.shows.has(part))) shorten(kept);
  }

  clear(): void {
    this.#rendering.clear();
    this.#kept.clear();
  }

  /** Evicts the oldest only now: a page that is not cached, such as one of an unknown part, must not evict another. */
  #keep(key: string, page: FinishedPage, { begunAt, changed }: Rendering): void {
    const before = this.#kept.get(key);
    const renderedAt = before?.page === page ? before.renderedAt : begunAt;
    const kept = { page, begunAt, renderedAt, until: this.#now() + this.#ttlMs };
    if ([...changed].some((part) => page.shows.has(part))) shorten(kept);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const oldest = this.#kept.size > this.#most ? this.#kept.keys().next().value : undefined;
    if (oldest !== undefined) this.#kept.delete(oldest);
  }
}

function shorten(kept: Kept): void {
  kept.until = Math.min(kept.until, kept.begunAt + stockLagMs);
}
