import type { Import, ImportedPart, ImportFault } from '#contract/imports.ts';
import type { People } from '#server/people/store.ts';
import type { WantedPart } from './wanted-part.ts';
import type { listFaults, ImportPartRow, ImportRow } from './store.ts';

/** An import as the API answers it. */
export function showImport(row: ImportRow, people: People, undoable: readonly string[]): Import {
  return {
    _id: row.id,
    name: row.name,
    supplier: row.supplier,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    createdBy: people.nameFor(row.actor),
    finishedAt: row.finished_at?.toISOString() ?? null,
    ...row.file,
    columns: row.columns,
    settings: row.settings,
    found: row.found,
    done: row.done,
    guards: row.guards,
    check: row.checks,
    progress: { done: row.steps, of: row.steps_in_all },
    notUndone: row.not_undone,
    pictures: {
      archive: row.archive,
      of: row.pictures,
      done: row.pictures_done,
      lacking: row.pictures_lacking,
    },
    stopping: row.stopping,
    undoable: undoable.includes(row.id),
    failure: row.failure,
  };
}

/** A part of an import; of a new one the facts that the file gives. */
export function showImportedPart(row: ImportPartRow): ImportedPart {
  const { lacksPictures: _, ...facts } = row.facts as WantedPart;
  const changes =
    row.changes ??
    Object.fromEntries(Object.entries(facts).map(([fact, value]) => [fact, [null, value]]));
  return {
    row: row.row,
    partNumber: row.part_number,
    name: row.name,
    partId: row.part_id,
    result: row.result,
    step: row.step,
    changes: Object.entries(changes).map(([fact, [before, after]]) => ({ fact, before, after })),
  };
}

type FaultRow = Awaited<ReturnType<typeof listFaults>>['rows'][number];

export function showFault({
  row,
  column_name: column,
  value,
  reason,
  step,
}: FaultRow): ImportFault {
  return { row, column, value, reason, step };
}
