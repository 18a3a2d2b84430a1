import * as z from 'zod/mini';

const known = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/**
 * The same schema as code that is written for it at its first use. Whatever that code does not take goes through the schema itself,
 * which says what is wrong (docs/decisions/0076-what-an-answer-costs.md).
 */
export function compiled(schema: z.core.$ZodType): z.core.$ZodType {
  const its = known.get(schema) ?? z.compile(schema);
  known.set(schema, its);
  return its;
}
