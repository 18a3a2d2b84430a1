import { errors } from '#contract/errors.ts';
import { batchOf } from './job.ts';
import type { Check } from './check-rows.ts';
import { labelOf } from './read-row.ts';
import { findKeys, findStaged, refuseStaged } from './staging-store.ts';
import { insertFaults, type ImportPartRow } from './store.ts';
import type { Database } from '#server/shop.ts';

const partsAtOnce = 500;
/** As when it is entered by hand: no chain is longer. */
const longestChain = 50;

/**
 * Refuses parts whose replacement is neither in the shop nor in the file, or would lead back to them. Again as long as one is found:
 * a part that is refused and new replaces none.
 */
export async function checkReplacements(check: Check): Promise<void> {
  for (let refused = 1; refused > 0;) {
    refused = 0;
    for (let after = 0; ;) {
      const parts = await withReplacement(check.job.shop.db, check.job.row.id, after);
      if (parts.length === 0) break;
      after = parts.at(-1)?.row ?? after;
      refused += await checkSome(check, parts);
    }
  }
}

/** Parts of an import whose replacement has to be set, in the order of the file. */
export function withReplacement(db: Database, id: string, after: number): Promise<ImportPartRow[]> {
  return db
    .selectFrom('import_parts')
    .selectAll()
    .where('import_id', '=', id)
    .where('replacement_key', 'is not', null)
    .where('row', '>', after)
    .orderBy('row')
    .limit(partsAtOnce)
    .execute();
}

async function checkSome({ job, tally }: Check, parts: readonly ImportPartRow[]): Promise<number> {
  const wrong = await wrongOf(job.shop.db, job.row.id, parts);
  if (wrong.length === 0) return 0;
  const column = job.row.columns.find(({ field }) => field === 'replacedBy')?.header;
  await batchOf(job, async (tx) => {
    await refuseStaged(
      tx,
      job.row.id,
      wrong.map(({ part }) => part.row),
    );
    await insertFaults(
      tx,
      job.row.id,
      'check',
      wrong.map(({ part, reason }) => ({
        row: part.row,
        column_name: column ?? labelOf('replacedBy'),
        value: String((part.facts as { replacedBy?: string }).replacedBy),
        reason,
      })),
    );
    return {};
  });
  for (const { part } of wrong) {
    tally.remove(part);
    tally.add({ ...part, result: 'refused', changes: null });
  }
  return wrong.length;
}

/** Where a chain has come to: a part of the shop, or one of the file that is new. */
interface Link {
  readonly id: string | null;
  readonly row: number | null;
}

async function wrongOf(db: Database, id: string, parts: readonly ImportPartRow[]) {
  const wrong: { part: ImportPartRow; reason: string }[] = [];
  const firsts = await linksOf(
    db,
    id,
    parts.map((part) => part.replacement_key ?? ''),
  );
  let walking = parts.flatMap((part) => {
    const link = firsts.get(part.replacement_key ?? '');
    if (link === undefined) wrong.push({ part, reason: errors.replacement_unknown[1] });
    return link === undefined ? [] : [{ part, link }];
  });
  for (let length = 1; walking.length > 0; length += 1) {
    const isOver = ({ part, link }: (typeof walking)[number]) =>
      length > longestChain ||
      link.row === part.row ||
      (link.id !== null && link.id === part.part_id);
    for (const { part } of walking.filter(isOver))
      wrong.push({ part, reason: errors.replacement_loops[1] });
    const on = walking.filter((one) => !isOver(one));
    const nexts = await nextLinks(
      db,
      id,
      on.map(({ link }) => link),
    );
    walking = on.flatMap(({ part, link }) => {
      const next = nexts.get(link);
      return next === undefined ? [] : [{ part, link: next }];
    });
  }
  return wrong;
}

/** What stands behind keys of `import_keys`: parts of the shop, or of the file as far as they can be used. */
async function linksOf(
  db: Database,
  id: string,
  keys: readonly string[],
): Promise<Map<string, Link>> {
  const rows = await findKeys(db, id, keys);
  const staged = await findStaged(db, id, [...new Set(rows.values())]);
  const usable = new Map(staged.map((part) => [part.row, part]));
  const owned = await idsOf(db, keys);
  const links = new Map<string, Link>();
  for (const key of keys) {
    const part = usable.get(rows.get(key) ?? -1);
    const there = owned.get(key) ?? part?.part_id ?? null;
    if (part && (part.result !== 'refused' || there !== null))
      links.set(key, { id: there, row: part.row });
    else if (there !== null) links.set(key, { id: there, row: null });
  }
  return links;
}

/** The parts of the shop that have these ids and own numbers. */
export async function idsOf(db: Database, keys: readonly string[]): Promise<Map<string, string>> {
  const after = (prefix: string) =>
    keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  const rows = await db
    .selectFrom('parts')
    .select(['id', 'part_number_key'])
    .where((is) =>
      is.or([
        is('part_number_key', 'in', ['', ...after('own:')]),
        is('id', 'in', [noPart, ...after('part:')]),
      ]),
    )
    .execute();
  return new Map(
    rows.flatMap((row) => [
      [`part:${row.id}`, row.id],
      [`own:${row.part_number_key}`, row.id],
    ]),
  );
}

const noPart = '00000000-0000-0000-0000-000000000000';

/** What replaces these: as the file says, else as the shop does. */
async function nextLinks(
  db: Database,
  id: string,
  links: readonly Link[],
): Promise<Map<Link, Link>> {
  if (links.length === 0) return new Map();
  const inFile = await findKeys(
    db,
    id,
    links.flatMap((link) => (link.id === null ? [] : [`part:${link.id}`])),
  );
  const rowOf = (link: Link) => link.row ?? inFile.get(`part:${link.id}`) ?? -1;
  const staged = await findStaged(db, id, [...new Set(links.map(rowOf))]);
  const keys = new Map(staged.map((part) => [part.row, part.replacement_key]));
  const said = await linksOf(
    db,
    id,
    [...keys.values()].filter((key) => key !== null),
  );
  const stored = await db
    .selectFrom('parts')
    .select(['id', 'replaced_by'])
    .where('id', 'in', [noPart, ...links.flatMap((link) => (link.id === null ? [] : [link.id]))])
    .where('replaced_by', 'is not', null)
    .execute();
  const inShop = new Map(stored.map((row) => [row.id, row.replaced_by]));
  const nexts = new Map<Link, Link>();
  for (const link of links) {
    const key = keys.get(rowOf(link));
    const next = key ? said.get(key) : { id: inShop.get(link.id ?? '') ?? null, row: null };
    if (next && (next.id !== null || next.row !== null)) nexts.set(link, next);
  }
  return nexts;
}
