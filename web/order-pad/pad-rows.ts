import type { WrittenLine } from '#contract/list-lines.ts';
import { centsOf, dollarsOf } from '#contract/money.ts';
import type { Part } from '#contract/parts.ts';
import { keyOf } from '#web/order-list/list-model.ts';
import { adviseLine, type LineAdvice } from './line-advice.ts';

/** A part that a number may mean, and why, if it is not its own number. */
export interface Meant {
  readonly part: Part;
  readonly reason: string | undefined;
}

/** What the shop knows of a number. */
export type Found =
  | ({ readonly kind: 'part' } & Meant)
  | { readonly kind: 'several'; readonly parts: readonly Meant[] }
  | { readonly kind: 'unknown'; readonly nearest: readonly string[] };

/** A line as the page shows it. */
export interface PadRow {
  readonly key: string;
  /** Its place in the list, from 1. */
  readonly place: number;
  readonly line: WrittenLine;
  /** Undefined while the shop is asked. */
  readonly found: Found | undefined;
  readonly advice: LineAdvice | undefined;
  /** Why it cannot be ordered as it is. */
  readonly fault: string | undefined;
  /** The row before it that has the same part under another number. */
  readonly twin: PadRow | undefined;
}

/** The lines with what the shop knows of them, by their keys. */
export function rowsOf(
  lines: readonly WrittenLine[],
  known: ReadonlyMap<string, Found>,
): readonly PadRow[] {
  const byPart = new Map<string, PadRow>();
  return lines.map((line, index) => {
    const found = known.get(keyOf(line));
    const part = found?.kind === 'part' ? found.part : undefined;
    const advice = part && adviseLine(line.quantity, part);
    const twin = part && byPart.get(part._id);
    const fault = twin ? `The same part as line ${twin.place}.` : faultOf(found, advice);
    const row = { key: keyOf(line), place: index + 1, line, found, advice, fault, twin };
    if (part && !twin) byPart.set(part._id, row);
    return row;
  });
}

function faultOf(found: Found | undefined, advice: LineAdvice | undefined): string | undefined {
  if (found?.kind === 'unknown') return 'No part has this number.';
  if (found?.kind === 'several') return `${found.parts.length} parts have this number.`;
  return advice?.fault;
}

/** What all rows come to. */
export interface PadSum {
  /** Rows that can be ordered, and their pieces, total and savings in dollars. */
  readonly lines: number;
  readonly pieces: number;
  readonly total: number;
  readonly saved: number;
  readonly faulty: readonly PadRow[];
  /** Whether the shop has not yet answered for some. */
  readonly waiting: boolean;
}

/** Sums up in cents, so that no fraction is lost. */
export function sumOf(rows: readonly PadRow[]): PadSum {
  const good = rows.filter(({ advice, twin }) => advice?.fits && !twin);
  const cents = (of: (row: PadRow) => number | undefined) =>
    dollarsOf(good.reduce((sum, row) => sum + centsOf(of(row) ?? 0), 0));
  return {
    lines: good.length,
    pieces: good.reduce((sum, { line }) => sum + (line.quantity ?? 0), 0),
    total: cents(({ advice }) => advice?.total),
    saved: cents(({ advice }) => advice?.saved),
    faulty: rows.filter(({ fault }) => fault !== undefined),
    waiting: rows.some(({ found }) => found === undefined),
  };
}
