import { createHash } from 'node:crypto';
import { compress, etagFor } from './encoding.ts';

/** A rendered public page in all encodings. */
export interface FinishedPage {
  /** 200, 404 or 410, or 301 to `location`. */
  readonly status: number;
  readonly location: string | undefined;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
  /** CSP hashes of this page's inline scripts. */
  readonly scriptHashes: readonly string[];
  /** False for a page that shows a failure: it is sent to those who waited for it, but not cached. */
  readonly keep: boolean;
}

/** Compresses a page. Its nonce is removed, because a nonce that is sent twice protects nothing; hashes take its place. */
export async function finishPage(
  html: string,
  options: {
    readonly nonce: string;
    readonly keep: boolean;
    readonly status?: number;
    readonly location?: string | undefined;
  },
): Promise<FinishedPage> {
  const ours = ` nonce="${options.nonce}"`;
  const text = html.replaceAll(ours, '');
  const plain = Buffer.from(text);
  const [br, gzip] = await Promise.all([compress(plain, 'br'), compress(plain, 'gzip')]);
  return {
    status: options.status ?? 200,
    location: options.location,
    plain,
    br,
    gzip,
    etag: etagFor(plain),
    scriptHashes: hashScripts(html, ours),
    keep: options.keep,
  };
}

/** The CSP hashes of inline scripts with our nonce; any other script in the page stays forbidden. */
function hashScripts(html: string, mark: string): string[] {
  const scripts = html.matchAll(/<script((?![^>]*\ssrc=)[^>]*)>([\s\S]*?)<\/script>/g);
  const own = [...scripts].filter(([, attributes]) => attributes?.includes(mark));
  const hashes = own.map(
    ([, , script]) =>
      `'sha256-${createHash('sha256')
        .update(script ?? '')
        .digest('base64')}'`,
  );
  return [...new Set(hashes)];
}

/**
 * Caches shared pages of one kind for a moment. Requests for a page that is being rendered share that rendering; one that
 * was started before `clear` is not cached, because it may be outdated.
 */
export class PageCache {
  readonly #rendering = new Map<string, Promise<FinishedPage>>();
  readonly #kept = new Map<
    string,
    { readonly page: Promise<FinishedPage>; readonly until: number }
  >();
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

  /** The page under this key if it is fresh or being rendered. */
  find(key: string): Promise<FinishedPage> | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return this.#rendering.get(key);
    if (kept.until > this.#now()) return kept.page;
    this.#kept.delete(key);
    return undefined;
  }

  /** Shares a page that is being rendered, and caches it once it is complete. */
  share(key: string, page: Promise<FinishedPage>): void {
    this.#rendering.set(key, page);
    const takeFromRendering = () =>
      this.#rendering.get(key) === page && this.#rendering.delete(key);
    page.then(
      ({ keep }) => void (takeFromRendering() && keep && this.#keep(key, page)),
      takeFromRendering,
    );
  }

  clear(): void {
    this.#rendering.clear();
    this.#kept.clear();
  }

  /** Evicts the oldest only now: a page that is not cached, such as one of an unknown part, must not evict another. */
  #keep(key: string, page: Promise<FinishedPage>): void {
    this.#kept.set(key, { page, until: this.#now() + this.#ttlMs });
    const oldest = this.#kept.size > this.#most ? this.#kept.keys().next().value : undefined;
    if (oldest !== undefined) this.#kept.delete(oldest);
  }
}
