import * as z from 'zod/mini';
import { line } from './fields.ts';
import { EngineWords } from './part-lists.ts';

/** A vehicle that somebody has chosen, in the shop's spelling; what they have not chosen is missing. `engine` is as engines are written: '2.0 L4 diesel'. */
export interface ChosenVehicle {
  readonly make: string;
  readonly model?: string | undefined;
  readonly year?: number | undefined;
  readonly engine?: string | undefined;
}

/** The fields of a query that name a vehicle: an empty one is as good as a missing one. */
export const vehicleFields = {
  make: z.optional(line(60, 0)),
  model: z.optional(line(80, 0)),
  year: z.optional(
    z.union([
      z.pipe(
        z.literal(''),
        z.transform(() => undefined),
      ),
      z.coerce.number().check(z.int(), z.minimum(1900), z.maximum(2100)),
    ]),
  ),
  engine: z.optional(EngineWords),
};
