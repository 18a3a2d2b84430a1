import * as z from 'zod/mini';

/** How many rows a list of admins has. Of more than so many it says only that there are more: to count a million takes a second. */
export const mostListed = 5_000;

/** The same figure as a text shows it. */
export const mostListedText = mostListed.toLocaleString('en');

/** How many there are, so far as they are counted; `more` says that there are more. */
export const Counted = z.object({ count: z.number(), more: z.boolean() });
export type Counted = z.infer<typeof Counted>;
