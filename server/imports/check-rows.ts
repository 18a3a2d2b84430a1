import { claimKeys, noteFurtherRows, stageParts, type StagedPart } from './staging-store.ts';
import { groupRows, type RowGroup } from './group-rows.ts';
import { joinEarlier } from './join-earlier.ts';
import type { TableRow } from '#server/imports/files/imported-table.ts';
import { batchOf, latestYearOf, type Job } from './job.ts';
import { loadKnown } from './load-known.ts';
import { faultRowOf } from './fault-row.ts';
import type { RowPlan } from './read-row.ts';
import { sourcesOf } from '#server/imports/pictures/picture-sources.ts';
import { notePictures } from '#server/imports/pictures/pictures-store.ts';
import { keepingPictures } from '#server/imports/pictures/taken-pictures.ts';
import { partMeant, settlePart, type Known } from './settle-part.ts';
import { insertFaults, type FaultRow, type ImportPartRow, type ImportRow } from './store.ts';
import type { Tally } from './tally.ts';
import type { Fault } from './wanted-part.ts';
import type { Database } from '#server/shop.ts';

/** What the check of an import goes by from its beginning to its end. */
export interface Check {
  readonly job: Job;
  readonly plan: RowPlan;
  readonly types: Known['types'];
  /** The key of the supplier. */
  readonly supplier: string | null;
  readonly tally: Tally;
  /** At how many places a picture is left out. */
  lacking: number;
}

/** What a batch of rows came to. */
interface Outcome {
  readonly staged: readonly { readonly part: StagedPart; readonly faults: readonly FaultRow[] }[];
  /** As they were stored before more rows of theirs were read. */
  readonly replaced: readonly ImportPartRow[];
  /** Pictures that are left out. */
  readonly lacking: readonly FaultRow[];
}

/** Compares some rows of the file with the shop, and stores what would change. */
export async function checkRows(check: Check, rows: readonly TableRow[]): Promise<void> {
  const { tally, job } = check;
  const read = tally.counts.rows + rows.length;
  let outcome: Outcome = { staged: [], replaced: [], lacking: [] };
  await batchOf(job, async (tx) => {
    outcome = await compareRows(tx, check, rows);
    const { staged } = outcome;
    await stageParts(
      tx,
      job.row.id,
      staged.map(({ part }) => part),
    );
    await insertFaults(
      tx,
      job.row.id,
      'check',
      staged.flatMap(({ faults }) => faults),
    );
    await insertFaults(tx, job.row.id, 'pictures', outcome.lacking);
    await notePictures(
      tx,
      job.row.id,
      staged.flatMap(({ part }) => (isWritten(part) ? sourcesOf(part.facts) : [])),
    );
    return { steps: read };
  });
  for (const part of outcome.replaced) tally.remove(part);
  for (const { part } of outcome.staged) tally.add(part);
  tally.counts.rows = read;
  check.lacking += outcome.lacking.length;
}

function isWritten({ result }: StagedPart): boolean {
  return result !== 'refused' && result !== 'same';
}

async function compareRows(
  tx: Database,
  check: Check,
  rows: readonly TableRow[],
): Promise<Outcome> {
  const { row: ofImport } = check.job;
  // Read in here, because joining changes the groups, and a transaction may be repeated.
  const groups = groupRows(rows, check.plan);
  const lacking = groups.flatMap((group) =>
    group.lacking.map((fault) => faultRowOf(fault, group, ofImport.columns)),
  );
  const known = await knownOf(tx, check, groups);
  const { fresh, grown, replaced } = await joinEarlier(tx, ofImport.id, groups, known);
  if (ofImport.settings.missing === 'archive')
    await claimKeys(
      tx,
      ofImport.id,
      fresh.flatMap((group) => keysOfNamed(group, known)),
    );
  const staged = fresh.map((group) => stagedOf(group, known, ofImport));
  if (grown.length > 0) {
    const more = await knownOf(tx, check, grown);
    staged.push(...grown.map((group) => stagedOf(group, more, ofImport)));
  }
  await noteFurtherRows(
    tx,
    ofImport.id,
    [...fresh, ...grown].flatMap(({ row, further }) => further.map((one) => [one, row] as const)),
  );
  return { staged, replaced, lacking };
}

async function knownOf(
  tx: Database,
  { types, supplier, job }: Check,
  groups: readonly RowGroup[],
): Promise<Known> {
  const wanted = groups.flatMap(({ wanted: its, named }) => (named ? [its, named] : [its]));
  const known = await loadKnown(tx, wanted, {
    types,
    supplier,
    latestYear: latestYearOf(job),
    lock: 'nothing',
  });
  // Pictures that are taken before the part is written.
  return { ...known, images: new Set([...known.images, ...wanted.flatMap(sourcesOf)]) };
}

/** The parts that a group names in any way: one, if its rows are right. None of them counts as missing. */
function keysOfNamed({ row, wanted, named = wanted }: RowGroup, known: Known) {
  const { id, partNumber, supplierNumber } = named;
  const each = [
    ...(id === undefined ? [] : [{ id }]),
    ...(partNumber === undefined ? [] : [{ partNumber }]),
    ...(supplierNumber === undefined ? [] : [{ supplierNumber }]),
  ];
  const ids = each.flatMap((one) => partMeant(one, known) ?? []);
  return [...new Set(ids)].map((its) => [`named:${its}`, row] as const);
}

/** A group as it is stored, compared with the shop unless it is known to be unusable. */
function stagedOf(
  group: RowGroup,
  known: Known,
  { columns, settings }: ImportRow,
): Outcome['staged'][number] {
  const { row, rows, wanted } = group;
  const id = partMeant(wanted, known);
  const part = known.parts.get(id ?? '');
  const seen = {
    row,
    rows,
    part_id: id ?? null,
    part_number: wanted.partNumber ?? part?.state.partNumber ?? wanted.supplierNumber ?? null,
    name: wanted.name ?? part?.state.name ?? '',
    facts: wanted,
  };
  const refused = {
    result: 'refused',
    changes: null,
    stock_change: 0,
    replacement_key: null,
  } as const;
  const faultRow = (fault: Fault) => faultRowOf(fault, group, columns);
  if (group.faults.length > 0 || group.wasRefused)
    return { part: { ...seen, ...refused }, faults: group.faults.map(faultRow) };
  const settled = settlePart(keepingPictures({ wanted, lacking: [] }, known), known, settings);
  if (settled.faults.length > 0)
    return { part: { ...seen, ...refused }, faults: settled.faults.map(faultRow) };
  return {
    part: {
      ...seen,
      result: settled.result,
      changes: settled.changes,
      stock_change: settled.stockChange,
      replacement_key: settled.replacementKey,
    },
    faults: [],
  };
}
