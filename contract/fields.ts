import * as z from 'zod/mini';
import { asStored, emailPattern, isOneLine, isPlain } from './text-rules.ts';
import { vinAmong } from './vin-rules.ts';

/** A typed text: NFC, no control characters except line breaks and tabs, trimmed, `least` to `most` Unicode code points long. */
export function text(most: number, least = 1) {
  return z.pipe(
    z
      .string()
      .check(z.maxLength(most * 2), z.refine(isPlain, 'Contains characters that are not text.')),
    z.pipe(z.transform(asStored), z.string().check(z.minLength(least), z.maxLength(most))),
  );
}

/** A text of one line. */
export function line(most: number, least = 1) {
  return text(most, least).check(z.refine(isOneLine, 'Must be one line.'));
}

/** Of a text that is kept and says which car is somebody's: it has no VIN. */
export const hasNoVin = z.refine<string>(
  (typed) => vinAmong(typed) === undefined,
  'A VIN is not kept.',
);

/** An e-mail address as HTML's e-mail input defines it, compared trimmed, NFC and in lower case. */
export const Email = z.pipe(
  z.string().check(z.maxLength(320)),
  z.pipe(
    z.transform((value: string) => asStored(value).toLowerCase()),
    z.string().check(z.maxLength(254), z.regex(emailPattern)),
  ),
);

/** How a key of ours is written: a UUID in small letters. */
export const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A key of ours. A path with anything else names nothing. */
export const Id = z.string().check(z.regex(idPattern));

/** The path parameter of a call about one part or order. */
export const byId = z.object({ id: Id });

/** A moment on the wire: ISO 8601 in UTC. */
export const Moment = z.string();

/** A number, or a numeric string from a form. */
export const numeric = z.union([
  z.number(),
  z.pipe(
    z.string().check(z.regex(/^\s*-?\d{1,12}(\.\d{1,6})?\s*$/)),
    z.transform((value: string) => Number(value)),
  ),
]);

/** Rows a list gives when no limit is asked for, and the most it ever gives (decisions: Parts, reviews, images). */
export const longestPage = 1000;

/** Query of every list, newest first, from where the last page ended. */
export const PageQuery = {
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(longestPage))),
  // Holds what the last row is sorted by: at most a part's name, 160 characters of three bytes each, encoded.
  cursor: z.optional(z.string().check(z.maxLength(700))),
};

type Sort<Name extends string> = 'newest' | 'oldest' | Name | `-${Name}`;

/** The sort orders of an admin's table: by age, or by one of these names, upwards or, with a minus before it, downwards. */
export function sortsBy<const Name extends string>(
  ...names: readonly Name[]
): z.ZodMiniEnum<{ [Key in Sort<Name>]: Key }> {
  const downwards = names.map((name): `-${Name}` => `-${name}`);
  return z.enum<readonly Sort<Name>[]>(['newest', 'oldest', ...names, ...downwards]);
}

/** Rows that one bulk step is about. */
export const BulkIds = z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(100)) });

/** The specification's answer to a write: `acknowledged` is true when it was done. */
export const Acknowledged = z.object({ acknowledged: z.boolean() });
export const notAcknowledged = { acknowledged: false };

/** Answer and refusal of a write that says nothing else. */
export const acknowledged = { answer: Acknowledged, refused: notAcknowledged } as const;

/** How a bulk step went, row by row in the order they were named: done, or refused with a code and a sentence. */
export const BulkDone = z.extend(Acknowledged, {
  results: z.array(
    z.object({
      _id: Id,
      done: z.boolean(),
      error: z.optional(z.string()),
      message: z.optional(z.string()),
    }),
  ),
});
export type BulkDone = z.infer<typeof BulkDone>;
