import type { Database } from '#server/shop.ts';
import { beforeAll, findRangeEnd, isPartBehind, type PartRange } from './store.ts';

/** How long a copy of the shop believes that it knows the files. */
const knownForMs = 600_000;

/** A file is closed before it is full, so that parts which return to the shop have room in it. */
const fullEnough = 0.9;

/**
 * Which parts stand in which file. Ids grow with time, so a file that is closed keeps its parts, and new ones come into the last: to find
 * the files again, only the last is walked. Answers the range of each file (docs/decisions/0037).
 */
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
  const closed: PartRange[] = [];
  let known: { readonly files: Promise<readonly PartRange[]>; readonly until: number } | undefined;

  async function walk(): Promise<readonly PartRange[]> {
    for (;;) {
      const after = closed.at(-1)?.upTo ?? beforeAll;
      const upTo = await findRangeEnd(db, after, length);
      if (upTo !== undefined) closed.push({ after, upTo });
      else
        return (await isPartBehind(db, after))
          ? [...closed, { after, upTo: undefined }]
          : [...closed];
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
