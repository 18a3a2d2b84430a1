import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { line, text } from './fields.ts';

/** A vehicle that a VIN may stand for, in the shop's spelling; null where it does not say. */
const VinVehicle = z.object({
  make: z.string(),
  model: z.nullable(z.string()),
  year: z.nullable(z.number()),
  /** In words, such as 'Sedan'. */
  body: z.nullable(z.string()),
  engine: z.nullable(z.string()),
});
export type VinVehicle = z.infer<typeof VinVehicle>;

const VinAnswer = z.object({
  /** One for the most part, several to choose from, none when the manufacturer is not known. */
  vehicles: z.array(VinVehicle),
  /** False where position 9 is not the check digit that North America demands: a slip, or a vehicle from elsewhere. */
  hasCheckDigit: z.boolean(),
});
export type VinAnswer = z.infer<typeof VinAnswer>;

const VinLine = z.extend(VinAnswer, {
  /** Counted from 1. The VIN itself is not repeated. */
  line: z.number(),
  /** Why there is no vehicle: the line has no VIN, or one with I, O or Q in it, or its manufacturer is not known. */
  problem: z.nullable(z.enum(['no_vin', 'wrong_letter', 'unknown'])),
});
export type VinLine = z.infer<typeof VinLine>;

/** What visitors ask about a VIN, which is never kept. */
export const vinCalls = {
  decodeVin: {
    method: 'POST',
    path: '/vin',
    summary: 'Which vehicles a VIN may stand for. It is read for the answer and kept nowhere.',
    access: 'open',
    body: z.object({ vin: line(100) }),
    answer: VinAnswer,
    price: 4,
    errors: ['vin_invalid'],
  },
  decodeVins: {
    method: 'POST',
    path: '/vins',
    summary:
      'Which vehicles the VINs of a list stand for, line by line; 500 at most. They are read for the answer and kept nowhere.',
    access: 'customer',
    // A second of work.
    price: 300,
    largestBody: 128 * 1024,
    body: z.object({ vins: text(60_000) }),
    answer: z.object({ lines: z.array(VinLine) }),
    errors: ['too_many_vins'],
  },
} as const satisfies Record<string, Endpoint>;
