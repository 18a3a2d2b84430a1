import type { RowFault, RowGroup } from './group-rows.ts';
import { labelOf } from './read-row.ts';
import type { FaultRow, ImportRow } from './store.ts';
import type { Fault, WantedPart } from './wanted-part.ts';

/** A fault of a part as it is stored: at its own row, or at the part's first. */
export function faultRowOf(
  fault: Fault & Partial<RowFault>,
  { row, wanted }: RowGroup,
  columns: ImportRow['columns'],
): FaultRow {
  return {
    row: fault.row ?? row,
    column_name: columnOf(fault, columns),
    value: fault.value ?? valueOf(wanted, fault.field),
    reason: fault.reason,
  };
}

/** A column as its file names it. */
function columnOf({ field, place }: Fault & Partial<RowFault>, columns: ImportRow['columns']) {
  if (place !== undefined) return columns[place - 1]?.header ?? '';
  return columns.find((column) => column.field === field)?.header ?? labelOf(field);
}

function valueOf(wanted: WantedPart, field: Fault['field']): string {
  const value: unknown = Object.entries(wanted).find(([name]) => name === field)?.[1];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
