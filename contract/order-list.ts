import * as z from 'zod/mini';
import { Id, line } from './fields.ts';
import { longestNumber, mostLines } from './list-limits.ts';
import { Part } from './parts.ts';
import { NumberMatch } from './search.ts';
import { hasVin } from './vin-rules.ts';

const quantity = z.nullable(z.int().check(z.minimum(1)));

/** A line of a list as a table has it: a number as somebody wrote it, and how many pieces; null when that is not said. */
const ReadLine = z.object({ number: line(longestNumber), quantity });

/**
 * A line of a list. `productId`: the part that somebody chose, where the number does not say which. A part without a number has
 * other words in `number`, such as its name.
 */
export const ListLine = z.extend(ReadLine, { productId: z.optional(Id) });

/** The lines of a list, in its order. */
const ListLines = z.array(ListLine).check(z.maxLength(mostLines));

/** The same as they are sent to be kept. */
export const WrittenLines = z
  .array(
    ListLine.check(
      z.refine((one) => !hasVin(one), { error: 'A VIN is not kept.', path: ['number'] }),
    ),
  )
  .check(z.maxLength(mostLines));

/** What is asked about: a number, or a part by its id, or both, and then the number counts only where there is no such part. */
export const AskedLines = z
  .array(
    z
      .object({
        number: z.optional(line(longestNumber)),
        productId: z.optional(Id),
        quantity: z.optional(quantity),
      })
      .check(
        z.refine(({ number, productId }) => Boolean(number ?? productId), {
          error: 'Must have a number or a part.',
          path: ['number'],
        }),
      ),
  )
  .check(z.minLength(1), z.maxLength(mostLines));

/** More changes than a list will ever have; the database counts a few more. */
const mostVersions = 2_000_000_000;

const version = z.int().check(z.minimum(0), z.maximum(mostVersions));

/** The list that a customer writes on; each change makes the next version of it. Version 0 is an empty list. */
export const OrderList = z.object({ lines: ListLines, version });
export type OrderList = z.infer<typeof OrderList>;

/** A part that a number means. */
const MeantPart = z.object({
  part: Part,
  /** By which of its numbers it was found; left out where only its id was sent. */
  match: z.optional(NumberMatch),
  /** The part that was written, where it is sold no more and this one takes its place. */
  replaces: z.nullable(z.object({ _id: Id, number: z.nullable(z.string()), name: z.string() })),
});

/** What the shop knows of a number. */
export const CheckedLine = z.object({
  /** As it was sent; empty if it was not. */
  number: z.string(),
  /** None when no part on sale has the number; several, at most eight, when somebody has to choose. */
  parts: z.array(MeantPart),
  /** At most three numbers that are nearly the same, where no part has it. */
  nearest: z.array(z.string()),
});
export type CheckedLine = z.infer<typeof CheckedLine>;

/** The lines of a file, and the rows that are none and why, counted from 1. */
export const ReadList = z.object({
  lines: z.array(ReadLine),
  skipped: z.array(
    z.object({
      row: z.number(),
      text: z.string(),
      reason: z.enum(['heading', 'noNumber', 'zero', 'tooMany']),
    }),
  ),
});
