import { importFields } from '#contract/import-fields.ts';
import type { TableError, TableRow } from '#server/imports/files/imported-table.ts';
import { readRow, type RowPlan } from './read-row.ts';
import { addRow, keysOf, type Fault, type WantedPart } from './wanted-part.ts';

/** A fault and its row; `place` is that of its column, from 1, when it is known by that alone, and 0 when the whole row is meant. */
export interface RowFault extends Fault {
  readonly row: number;
  readonly place?: number;
}

/** Rows of a file that are about one part; `row` is the first of them. */
export interface RowGroup {
  readonly row: number;
  rows: number;
  /** Its further rows of this batch. */
  readonly further: number[];
  readonly wanted: WantedPart;
  /** Why it cannot be used, each with its row. */
  readonly faults: RowFault[];
  /** Pictures that it goes without. */
  readonly lacking: RowFault[];
  /** Which parts a row names that contradicts another: the file has them, whichever is meant. */
  readonly named?: WantedPart;
  /** Found unusable in an earlier batch. */
  readonly wasRefused?: true;
}

/** Reads rows and puts those together that say they are about the same part. Rows that contradict an earlier one stand alone, with a fault. */
export function groupRows(rows: readonly TableRow[], plan: RowPlan): RowGroup[] {
  const groups: RowGroup[] = [];
  const byKey = new Map<string, RowGroup>();
  for (const row of rows) {
    const group = groupOf(row, plan);
    const { identity } = keysOf(group.wanted);
    const earlier = byKey.get(identity.find((key) => byKey.has(key)) ?? '');
    const kept = earlier === undefined ? group : joined(earlier, group);
    if (kept !== earlier) groups.push(kept);
    // A row that contradicts does not say whose its other numbers are.
    if (earlier !== undefined && kept !== earlier) continue;
    for (const key of identity) if (!byKey.has(key)) byKey.set(key, kept);
  }
  return groups;
}

function groupOf({ row, cells, numbers, error }: TableRow, plan: RowPlan): RowGroup {
  const { wanted, faults, lacking: left } = readRow(cells, plan, numbers);
  const lacking = left.map((fault) => ({ ...fault, row }));
  const group = { row, rows: 1, further: [], lacking };
  if (error !== undefined)
    return { ...group, wanted: identityOf(wanted), faults: [faultOf(row, error)] };
  const found = faults.map((fault) => ({ ...fault, row }));
  if (keysOf(wanted).identity.length === 0 && faults.length === 0)
    found.push({
      row,
      field: 'partNumber',
      reason: 'The row does not say which part it is about.',
    });
  return { ...group, wanted, faults: found };
}

/** Which part a row is about that says nothing else that can be trusted: other rows of the part are left out with it. */
function identityOf({ id, partNumber, supplierNumber }: WantedPart): WantedPart {
  return {
    ...(id && { id }),
    ...(partNumber && { partNumber }),
    ...(supplierNumber && { supplierNumber }),
  };
}

function faultOf(row: number, { message, column = 0 }: TableError): RowFault {
  return { row, place: column, field: 'partNumber', value: '', reason: message };
}

/** The earlier group with the rows of the other one; the other one by itself, refused, when it contradicts the earlier. */
export function joined(earlier: RowGroup, later: RowGroup): RowGroup {
  const field = addRow(earlier.wanted, later.wanted);
  if (field !== undefined)
    return {
      ...later,
      wanted: {},
      named: identityOf(later.wanted),
      faults: [contradiction(earlier, later, field)],
    };
  earlier.rows += later.rows;
  earlier.further.push(later.row, ...later.further);
  earlier.faults.push(...later.faults);
  earlier.lacking.push(...later.lacking);
  return earlier;
}

function contradiction(earlier: RowGroup, { row, wanted }: RowGroup, field: Fault['field']) {
  const label = Object.hasOwn(importFields, field)
    ? importFields[field as keyof typeof importFields]
    : field;
  const said =
    field === 'stockChange'
      ? 'with a stock change of its own. Give the sum of both in one row.'
      : `where ${label} is something else.`;
  return {
    row,
    field: 'partNumber' as const,
    value: wanted.partNumber ?? wanted.supplierNumber ?? wanted.id ?? '',
    reason: `This part stands in row ${earlier.row} already, ${said}`,
  };
}
