import { hash } from 'node:crypto';
import type { notingCalls } from './asked-calls.ts';
import { etagFor } from './encoding.ts';
import { pageBytes, type PageBytes } from './page-bytes.ts';

/** A rendered public page, ready to be sent as often as it is asked for. */
export interface FinishedPage extends PageBytes {
  /** 200, 404 or 410, or 301 to the `location` among the headers. */
  readonly status: number;
  /** The headers that it has in every encoding. */
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  /** CSP hashes of this page's inline scripts. */
  readonly scriptHashes: readonly string[];
  /** False for a page that shows a failure: it is sent to those who waited for it, but not cached. */
  readonly keep: boolean;
  /** The parts whose stock it shows. */
  readonly shows: ReadonlySet<string>;
  /** The calls that it was made of; undefined for a page that must be made anew. */
  readonly madeOf: ReturnType<ReturnType<typeof notingCalls>['calls']>;
}

interface Made {
  readonly nonce: string;
  readonly keep: boolean;
  readonly status?: number;
  readonly shows?: ReadonlySet<string>;
  readonly madeOf?: FinishedPage['madeOf'];
  /** All but the ETag, with the policy that allows these scripts. */
  readonly headers?: (scriptHashes: readonly string[]) => Readonly<Record<string, string>>;
}

/** Finishes a page. Its nonce is removed, because a nonce that is sent twice protects nothing; hashes take its place. */
export function finishPage(html: string, made: Made): FinishedPage {
  const pieces = html.split(` nonce="${made.nonce}"`);
  const plain = Buffer.from(pieces.join(''));
  const etag = etagFor(plain);
  const scriptHashes = hashScripts(pieces);
  return {
    status: made.status ?? 200,
    headers: { ...made.headers?.(scriptHashes), etag },
    etag,
    scriptHashes,
    keep: made.keep,
    shows: made.shows ?? new Set(),
    madeOf: made.madeOf,
    ...pageBytes(plain),
  };
}

/** The CSP hashes of inline scripts with our nonce, which stood between these pieces; any other script in the page stays forbidden. */
function hashScripts(pieces: readonly string[]): string[] {
  const hashes = pieces.slice(1).flatMap((after, at) => {
    const before = pieces[at] ?? '';
    const [tagEnds, scriptEnds] = [after.indexOf('>'), after.indexOf('</script>')];
    const tag = `${before.slice(before.lastIndexOf('<'))} ${after.slice(0, tagEnds)}`;
    if (scriptEnds === -1 || !/^<script\s[^>]*$/.test(tag) || /\ssrc=/.test(tag)) return [];
    return `'sha256-${hash('sha256', after.slice(tagEnds + 1, scriptEnds), 'base64')}'`;
  });
  return [...new Set(hashes)];
}
