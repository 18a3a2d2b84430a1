import * as z from 'zod/mini';
import { vehicleFields } from './chosen-vehicle.ts';
import { Id, line } from './fields.ts';
import { Confirmed } from './fit-votes.ts';

/** Whether a part fits a vehicle, and why. 'check' where the shop cannot know. */
export const Fit = z.object({
  state: z.enum(['fits', 'does not fit', 'check']),
  /** A sentence for people. */
  reason: z.string(),
  /** What buyers say of the fitment by which it fits, or would; missing where nobody has said anything. */
  confirmed: z.optional(Confirmed),
});
export type Fit = z.infer<typeof Fit>;

/** The most parts about which one call asks: as many as the longest page of a list has. */
const mostFits = 100;

export const FitsQuery = z.object({
  ...vehicleFields,
  make: line(60),
  ids: z.union([
    z.pipe(
      Id,
      z.transform((one: string) => [one]),
    ),
    z.array(Id).check(z.maxLength(mostFits)),
  ]),
});
export type FitsQuery = z.infer<typeof FitsQuery>;

/** Whether a part that the shop knows fits, also one that is sold no more. */
export const PartFit = z.extend(Fit, { partId: Id });
export type PartFit = z.infer<typeof PartFit>;
