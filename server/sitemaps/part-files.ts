import type { Database } from '#server/shop.ts';
import { beforeAll, findRangeEnd, isPartBehind, type PartRange } from './store.ts';

/** How long a copy of the shop believes that it knows the files. */
const knownForMs = 600_000;

/** A file is not filled, so that parts which come or return meanwhile have room in it. */
const fullEnough = 0.9;

/** Which parts stand in which file: answers the range of each, as it was at most ten minutes ago (docs/decisions/0037). */
export function partFiles({
  db,
  mostInFile,
  now,
}: {
  readonly db: Database;
  readonly mostInFile: number;
  /** Milliseconds. */
  readonly now: () => number;
}): () => Promise<readonly PartRange[]> {
  const length = Math.ceil(mostInFile * fullEnough);
  let known: { readonly files: Promise<readonly PartRange[]>; readonly until: number } | undefined;

  async function walk(): Promise<readonly PartRange[]> {
    const files: PartRange[] = [];
    for (let after = beforeAll; ;) {
      const upTo = await findRangeEnd(db, after, length);
      if (upTo === undefined && !(await isPartBehind(db, after))) return files;
      files.push({ after, upTo });
      if (upTo === undefined) return files;
      after = upTo;
    }
  }

  return () => {
    if (known === undefined || known.until <= now()) {
      const files = walk();
      known = { files, until: now() + knownForMs };
      files.catch(() => (known = undefined));
    }
    return known.files;
  };
}
