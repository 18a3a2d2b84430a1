import { createHash } from 'node:crypto';
import type { CopyTable } from './copy-tables.ts';

/** A row as texts, in the order of its table's columns. */
export type Row = readonly (string | null)[];

/** A table's number of rows, and a checksum that does not depend on their order. */
export interface TableDigest {
  readonly rows: number;
  readonly checksum: string;
}

/** The sum is kept below the largest bigint of the database. */
const modulus = 9_223_372_036_854_775_807n;
/** 60 bits of each row's hash. */
const hexDigits = 15;

/** The digest of a whole table, computed by the database. `RowDigest` computes the same from rows that were read. */
export function digestQuery(table: CopyTable): string {
  const values = table.columns.map(
    ({ name }) => `coalesce(octet_length(${name}::text) || ':' || ${name}::text, '-')`,
  );
  const text = values.length === 0 ? "''" : values.join(' || ');
  return `
    select count(*) as rows,
           to_hex((coalesce(sum(('x' || left(md5(${text}), ${hexDigits}))::bit(60)::bigint), 0) % ${modulus})::bigint) as checksum
    from ${table.name}`;
}

/** The digest of rows as they go by. */
export class RowDigest {
  #rows = 0;
  #sum = 0n;

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const hash = createHash('md5').update(row.map(textOf).join('')).digest('hex');
      this.#sum += BigInt(`0x${hash.slice(0, hexDigits)}`);
    }
    this.#rows += rows.length;
  }

  result(): TableDigest {
    return { rows: this.#rows, checksum: (this.#sum % modulus).toString(16) };
  }
}

/** With its length, so that no two different rows have the same text. */
function textOf(value: string | null): string {
  return value === null ? '-' : `${Buffer.byteLength(value)}:${value}`;
}
