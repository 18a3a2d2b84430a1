import type { NewBatch, RefusedLine } from '#contract/batches.ts';
import { errors } from '#contract/errors.ts';
import { nearestQuantities, quantityFits, restOf, stepOf } from '#contract/order-rules.ts';
import { quantityLimitsOf } from '#server/parts/part-row.ts';
import type { PartRow } from '#server/parts/store.ts';

/** What a batch wants of one part. */
export interface WantedLine {
  /** Of the first line that names the part. */
  readonly index: number;
  readonly productId: string;
  /** The sum of all lines of the part; NaN when one is no number of pieces. */
  readonly quantity: number;
  readonly sellTheRest: boolean;
}

/** A line that can be ordered, with its part as it was before. */
export interface FittingLine extends WantedLine {
  readonly part: PartRow;
}

/** One line for each part, in the order of the list. */
export function mergeLines(lines: NewBatch['lines']): WantedLine[] {
  const merged = new Map<string, WantedLine>();
  for (const [index, { productId, quantity, sellTheRest = false }] of lines.entries()) {
    const before = merged.get(productId) ?? { index, productId, quantity: 0, sellTheRest: false };
    merged.set(productId, {
      ...before,
      quantity: before.quantity + (Number.isInteger(quantity) && quantity > 0 ? quantity : NaN),
      sellTheRest: before.sellTheRest || sellTheRest,
    });
  }
  return [...merged.values()];
}

/** Which lines can be ordered of these parts, which are locked, and which cannot. */
export function checkLines(
  lines: readonly WantedLine[],
  parts: readonly PartRow[],
): { fitting: FittingLine[]; refused: RefusedLine[] } {
  const partOf = new Map(parts.map((part) => [part.id, part]));
  const [fitting, refused]: [FittingLine[], RefusedLine[]] = [[], []];
  for (const line of lines) {
    const part = partOf.get(line.productId);
    if (part !== undefined && fits(line, part)) fitting.push({ ...line, part });
    else refused.push(refusedLine(line, part));
  }
  return { fitting, refused };
}

function fits({ quantity, sellTheRest }: WantedLine, part: PartRow): boolean {
  const limits = quantityLimitsOf(part);
  return quantityFits(quantity, limits) || (sellTheRest && quantity === restOf(limits));
}

function refusedLine(
  { index, productId, quantity }: WantedLine,
  part: PartRow | undefined,
): RefusedLine {
  const error = part === undefined ? 'part_not_found' : 'quantity_out_of_range';
  const refusal = { index, productId, error, message: errors[error][1] } as const;
  if (part === undefined) return refusal;
  const limits = quantityLimitsOf(part);
  return {
    ...refusal,
    minimum: part.order_quantity,
    available: part.in_stock,
    step: stepOf(limits),
    nearest: nearestQuantities(quantity, limits),
    rest: restOf(limits),
  };
}
