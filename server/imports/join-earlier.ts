import { partNumberKey } from '#contract/part-rules.ts';
import type { Database } from '#server/shop.ts';
import { joined, type RowGroup } from './group-rows.ts';
import { partMeant, type Known } from './settle-part.ts';
import { claimKeys, dropKeys, findStaged, moveKeys } from './staging-store.ts';
import type { ImportPartRow } from './store.ts';
import { keysOf, type WantedPart } from './wanted-part.ts';

/**
 * Puts groups whose part stands in an earlier batch together with what is stored of it. Answers the groups that are new, those that
 * have grown, and how these were stored before.
 */
export async function joinEarlier(
  tx: Database,
  id: string,
  groups: readonly RowGroup[],
  known: Known,
): Promise<{ fresh: RowGroup[]; grown: RowGroup[]; replaced: ImportPartRow[] }> {
  const keys = new Map(groups.map((group) => [group, keysIn(group.wanted, known)]));
  const owners = await claimKeys(
    tx,
    id,
    groups.flatMap((group) =>
      [...(keys.get(group)?.identity ?? []), ...(keys.get(group)?.barcodes ?? [])].map(
        (key) => [key, group.row] as const,
      ),
    ),
  );
  const earlierOf = (group: RowGroup) => {
    const rows = (keys.get(group)?.identity ?? []).map((key) => owners.get(key) ?? group.row);
    return rows.find((row) => row !== group.row);
  };
  for (const group of groups) {
    const taken = keys.get(group)?.barcodes.filter((key) => owners.get(key) !== group.row) ?? [];
    for (const key of taken)
      if (owners.get(key) !== earlierOf(group)) group.faults.push(twice(group, key, owners));
  }
  const repeated = groups.filter((group) => earlierOf(group) !== undefined);
  if (repeated.length === 0) return { fresh: [...groups], grown: [], replaced: [] };
  const earlier = new Map(repeated.map((group) => [group, earlierOf(group) ?? group.row]));
  const claimed = (group: RowGroup) => {
    const { identity = [], barcodes = [] } = keys.get(group) ?? {};
    return [...identity, ...barcodes].filter((key) => owners.get(key) === group.row);
  };
  return joinTo(tx, id, { groups, earlier, claimed });
}

interface Joining {
  readonly groups: readonly RowGroup[];
  /** The rows in which their parts stand already. */
  readonly earlier: ReadonlyMap<RowGroup, number>;
  /** The keys that a group is the first to have. */
  readonly claimed: (group: RowGroup) => readonly string[];
}

async function joinTo(tx: Database, id: string, { groups, earlier, claimed }: Joining) {
  const stored = await findStaged(tx, id, [...new Set(earlier.values())]);
  const byRow = new Map<number, RowGroup>([
    ...groups.map((group) => [group.row, group] as const),
    ...stored.map((part) => [part.row, asGroup(part)] as const),
  ]);
  const fresh: RowGroup[] = [];
  const grown = new Set<RowGroup>();
  const moved = new Map<string, number>();
  const isStored = new Set(stored.map(({ row }) => row));
  for (const group of groups) {
    const there = byRow.get(earlier.get(group) ?? group.row);
    if (there === undefined || there === group) {
      fresh.push(group);
      continue;
    }
    const kept = joined(there, group);
    // Rows that follow this one find it where it went.
    byRow.set(group.row, kept);
    if (kept !== there) {
      fresh.push(kept);
      await dropKeys(tx, id, claimed(group));
    }
    if (kept === there) for (const key of claimed(group)) moved.set(key, there.row);
    if (kept === there && isStored.has(there.row)) grown.add(there);
  }
  if (moved.size > 0) await moveKeys(tx, id, moved);
  const replaced = stored.filter(({ row }) => [...grown].some((group) => group.row === row));
  return { fresh, grown: [...grown], replaced };
}

function asGroup({ row, rows, facts, result }: ImportPartRow): RowGroup {
  const group: RowGroup = { row, rows, further: [], wanted: facts, faults: [], lacking: [] };
  return result === 'refused' ? { ...group, wasRefused: true } : group;
}

/** Also the id of the part that is meant: a file may name it by its id in one row and by a number in another. */
function keysIn(wanted: WantedPart, known: Known) {
  const keys = keysOf(wanted);
  const id = partMeant(wanted, known);
  return id === undefined || keys.identity.length === 0
    ? keys
    : { ...keys, identity: [...new Set([...keys.identity, `part:${id}`])] };
}

function twice({ row, wanted }: RowGroup, key: string, owners: ReadonlyMap<string, number>) {
  const [bearer] = (wanted.numbers ?? []).filter(
    ({ kind, number }) => kind === 'barcode' && key === `barcode:${partNumberKey(number)}`,
  );
  return {
    row,
    field: 'barcode' as const,
    value: bearer?.number ?? '',
    reason: `Row ${owners.get(key)} has this barcode, too.`,
  };
}
