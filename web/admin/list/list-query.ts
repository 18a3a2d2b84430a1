import * as z from 'zod/mini';

/** The address of a list has days, of the reader's own time; its call takes moments. */
export const days = {
  since: z.optional(z.iso.date()),
  until: z.optional(z.iso.date()),
};

/**
 * What the address of a list asks for, as its call takes it. What is empty, or what the call would refuse, is left out:
 * an address that somebody typed shows a list, not an error.
 */
export function wantedIn<Query extends z.ZodMiniObject>(
  schema: Query,
  address: string,
): Partial<z.output<Query>> {
  const given = new URL(address).searchParams;
  const entries = Object.entries(schema.shape as Record<string, z.ZodMiniType>).flatMap(
    ([name, field]) => {
      const value = given.get(name)?.trim();
      if (value === undefined || value === '' || name === 'limit') return [];
      const parsed = z.safeParse(field, value);
      return parsed.success ? [[name, parsed.data]] : [];
    },
  );
  return Object.fromEntries(entries) as Partial<z.output<Query>>;
}
