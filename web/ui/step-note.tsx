import type { BulkDone } from '#contract/fields.ts';

/** Why a step on one row was refused. */
export interface StepNote {
  readonly rowId: string;
  readonly sentence: string;
}

/** How a step turned out, on one row or row by row on many. `used`: an earlier request with the same key was carried out. After `forbidden` the list is not loaded again: that would be refused too. */
export type StepOutcome =
  | { readonly kind: 'done'; readonly results?: BulkDone['results'] }
  | { readonly kind: 'signed-out' }
  | ({ readonly kind: 'refused' | 'used' | 'forbidden' } & StepNote);

/** Above a list: why a step was refused on a row that is no longer in it; the others say it themselves. */
export function GoneRowNote({
  note,
  rowIds,
}: {
  note: StepNote | undefined;
  rowIds: readonly string[];
}) {
  return (
    <p role="status" className="text-error font-semibold [&:not(:empty)]:mb-4">
      {note && !rowIds.includes(note.rowId) && note.sentence}
    </p>
  );
}

/** The reason in its row. Always rendered, so that screen readers announce it. */
export function StepNoteLine({ note, rowId }: { note: StepNote | undefined; rowId: string }) {
  return (
    <p role="status" className="text-error text-sm font-semibold [&:not(:empty)]:mt-2">
      {note?.rowId === rowId && note.sentence}
    </p>
  );
}
