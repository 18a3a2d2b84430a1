import { useState } from 'react';

/** Which of the rows in sight are chosen. */
export interface Selection<Row> {
  readonly chosen: readonly Row[];
  readonly isChosen: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
  readonly chooseAll: () => void;
  readonly clear: () => void;
  /** What a row is called. */
  readonly nameOf: (row: Row) => string;
}

/** Chooses among the rows of one page; a row that goes is chosen no more. */
export function useSelection<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  nameOf: (row: Row) => string,
): Selection<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const isChosen = (row: Row) => keys.has(keyOf(row));
  return {
    chosen: rows.filter(isChosen),
    isChosen,
    toggle: (row) => setKeys(toggled(keys, keyOf(row))),
    chooseAll: () => setKeys(new Set(rows.map(keyOf))),
    clear: () => setKeys(new Set()),
    nameOf,
  };
}

/** The keys with this one, or without it if it is there. */
export function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Chooses one row. */
export function RowBox<Row>({ selection, row }: { selection: Selection<Row>; row: Row }) {
  return (
    <Box
      label={`Select ${selection.nameOf(row)}`}
      checked={selection.isChosen(row)}
      onChange={() => selection.toggle(row)}
    />
  );
}

/** Chooses all rows of the page, or none. */
export function AllBox<Row>({ selection, rows }: { selection: Selection<Row>; rows: number }) {
  const { chosen } = selection;
  const all = rows > 0 && chosen.length === rows;
  return (
    <Box
      label="Select all on this page"
      checked={all}
      some={chosen.length > 0 && !all}
      onChange={all ? selection.clear : selection.chooseAll}
    />
  );
}

/** A box of a row; `some`: not it, but something of it is chosen. */
export function Box(props: {
  label: string;
  checked: boolean;
  some?: boolean;
  disabled?: boolean;
  onChange: () => void;
}) {
  return (
    <label className="-ms-1 inline-grid size-8 flex-none cursor-pointer place-items-center align-middle">
      <input
        ref={(box) => {
          if (box) box.indeterminate = props.some ?? false;
        }}
        type="checkbox"
        aria-label={props.label}
        checked={props.checked}
        disabled={props.disabled ?? false}
        onChange={props.onChange}
        className="size-4.5"
      />
    </label>
  );
}
