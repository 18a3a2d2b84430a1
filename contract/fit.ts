import * as z from 'zod/mini';

/** Whether a part fits a vehicle, and why. 'check' where the shop cannot know. */
export const Fit = z.object({
  state: z.enum(['fits', 'does not fit', 'check']),
  /** A sentence for people. */
  reason: z.string(),
});
export type Fit = z.infer<typeof Fit>;
