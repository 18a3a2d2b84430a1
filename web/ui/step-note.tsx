/** Why a step on one row was refused. */
export interface StepNote {
  readonly rowId: string;
  readonly sentence: string;
}

/** How a step on one row turned out. After `used` an earlier request of the same key stands. After `forbidden` the list is not loaded again: the answer would be the same no. */
export type StepOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'signed-out' }
  | ({ readonly kind: 'refused' | 'used' | 'forbidden' } & StepNote);

/** The reason in its row. Always there, so that it is read out when it comes. */
export function StepNoteLine({ note, rowId }: { note: StepNote | undefined; rowId: string }) {
  return (
    <p role="status" className="text-error text-sm font-semibold [&:not(:empty)]:mt-2">
      {note?.rowId === rowId && note.sentence}
    </p>
  );
}
