import { createHash } from 'node:crypto';
import { encoded, etagFor } from './encoding.ts';

/** A finished public page, ready to be sent in any of three encodings. */
export interface FinishedPage {
  /** 200, or for a part that is gone 404: everyone who waited for the page gets it. */
  readonly status: number;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
  /** CSP sources that allow exactly this page's inline scripts. */
  readonly scriptHashes: readonly string[];
  /** False for a page that shows a failure: it is sent to whoever waited for it, and made anew for the next. */
  readonly keep: boolean;
}

/** Encodes a page ahead of its readers. Its nonce is taken out: a nonce that is sent twice protects nobody, the hashes do. */
export async function finishPage(
  html: string,
  options: { readonly nonce: string; readonly keep: boolean; readonly status?: number },
): Promise<FinishedPage> {
  const ours = ` nonce="${options.nonce}"`;
  const text = html.replaceAll(ours, '');
  const plain = Buffer.from(text);
  const [br, gzip] = await Promise.all([encoded(plain, 'br'), encoded(plain, 'gzip')]);
  return {
    status: options.status ?? 200,
    plain,
    br,
    gzip,
    etag: etagFor(plain),
    scriptHashes: hashesOfScripts(html, ours),
    keep: options.keep,
  };
}

/** The CSP hash of every inline script that the rendering marked as its own; what else slipped into the page stays forbidden. */
function hashesOfScripts(html: string, mark: string): string[] {
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
 * Keeps shared pages of one kind for a moment. A page that is being made is shared by all who ask for it; one that was begun
 * before `clear` is never kept, because it may show what has changed since.
 */
export class PageCache {
  readonly #making = new Map<string, Promise<FinishedPage>>();
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

  /** The page under this key if it is fresh or being made; undefined otherwise. */
  find(key: string): Promise<FinishedPage> | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return this.#making.get(key);
    if (kept.until > this.#now()) return kept.page;
    this.#kept.delete(key);
    return undefined;
  }

  /** Shares a page that is being made, and keeps it from its completion on. A page that fails is forgotten. */
  share(key: string, page: Promise<FinishedPage>): void {
    this.#making.set(key, page);
    const isWanted = () => this.#making.get(key) === page && this.#making.delete(key);
    page.then(({ keep }) => void (isWanted() && keep && this.#keep(key, page)), isWanted);
  }

  /** Forgets every page: a part, a review or a stock changed. */
  clear(): void {
    this.#making.clear();
    this.#kept.clear();
  }

  /** The oldest gives way only now: a page that turns out not to be kept, such as of a part that never was, takes no place. */
  #keep(key: string, page: Promise<FinishedPage>): void {
    this.#kept.set(key, { page, until: this.#now() + this.#ttlMs });
    const oldest = this.#kept.size > this.#most ? this.#kept.keys().next().value : undefined;
    if (oldest !== undefined) this.#kept.delete(oldest);
  }
}
