import * as z from 'zod/mini';
import { Id, line, numeric, text } from './fields.ts';
import { centsOf } from './money.ts';

/** A fact of a part, for forms, the audit log and the API. */
export interface PartFact {
  readonly label: string;
  /** The help text under the field. */
  readonly help?: string;
  /** How it is entered in forms and shown in the audit log. */
  readonly control:
    | 'line'
    | 'lines'
    | 'picture'
    | 'dollars'
    | 'pieces'
    | 'brand'
    | 'type'
    | 'category'
    | 'part'
    | 'list';
  /** The minimum, for pieces. */
  readonly least?: number;
  /** The maximum length, for text. */
  readonly most?: number;
  /** The field's error text when the schema has none. */
  readonly rule: string;
  /** In requests; an optional fact may be left out. */
  readonly input: z.ZodMiniType;
  /** In answers. */
  readonly output: z.ZodMiniType;
}
export type Facts = Readonly<Record<string, PartFact>>;

export const oneLine = (most: number) => ({
  control: 'line' as const,
  most,
  rule: `Must be one line of at most ${most} characters.`,
  input: line(most),
  output: z.string(),
});
export const lines = (most: number) => ({
  control: 'lines' as const,
  most,
  rule: `Must be plain text of at most ${most} characters.`,
  input: text(most),
  output: z.string(),
});
export const picture = {
  control: 'picture' as const,
  rule: 'Please upload the picture again.',
  input: line(500),
  output: z.string(),
};
const aboveZero = 'Must be above zero, with at most two decimals.';
export const dollars = {
  control: 'dollars' as const,
  rule: aboveZero,
  input: numeric.check(z.refine((price) => centsOf(price) > 0, aboveZero)),
  output: z.number(),
};
const whole = 'Must be a whole number of pieces.';
export const pieces = (least: 0 | 1) => ({
  control: 'pieces' as const,
  least,
  rule: whole,
  input: numeric.check(
    z.refine((value) => Number.isSafeInteger(value) && value >= 0 && value <= 100_000_000, whole),
    z.refine((value) => least === 0 || value >= 1, 'Must be at least one piece.'),
  ),
  output: z.number(),
});

/** One line that a part may lack: null, in a form empty. */
export const lineOrNone = (most: number) => ({
  ...oneLine(most),
  input: z.optional(
    z.nullable(
      z.pipe(
        line(most, 0),
        z.transform((typed) => (typed === '' ? null : typed)),
      ),
    ),
  ),
  output: z.nullable(z.string()),
});

/** Pieces that a part may lack: null, in a form empty. */
export const piecesOrNone = {
  ...pieces(1),
  input: z.optional(
    z.nullable(
      z.union([
        z.pipe(
          z.literal(''),
          z.transform(() => null),
        ),
        pieces(1).input,
      ]),
    ),
  ),
  output: z.nullable(z.number()),
};

/** Another part's id, or null; in a form empty. */
export const partOrNone = {
  control: 'part' as const,
  rule: 'Must be a part of the shop.',
  input: z.optional(
    z.nullable(
      z.union([
        Id,
        z.pipe(
          z.literal(''),
          z.transform(() => null),
        ),
      ]),
    ),
  ),
  output: z.nullable(z.string()),
};

/** Several values; a form sends them as JSON. */
export const list = <Values extends z.ZodMiniType>(values: Values, rule: string) => ({
  control: 'list' as const,
  rule,
  input: z.optional(z.union([values, z.pipe(z.pipe(z.string(), z.transform(parsed)), values)])),
  output: values,
});

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Whether a part may lack this fact. */
export function isOptional({ input }: Pick<PartFact, 'input'>): boolean {
  return z.safeParse(input, undefined).success;
}

/** These facts in a request, or in an answer. */
export function fieldsOf<F extends Facts, Side extends 'input' | 'output'>(facts: F, side: Side) {
  const fields = Object.entries(facts).map(([name, fact]) => [name, fact[side]]);
  return Object.fromEntries(fields) as { [N in keyof F]: F[N][Side] };
}

/** These facts as a client read them before; one that is optional may be missing. */
export function seenFieldsOf<F extends Facts>(facts: F) {
  const fields = Object.entries(facts).map(([name, fact]) => [
    name,
    isOptional(fact) ? z.optional(fact.output) : fact.output,
  ]);
  return Object.fromEntries(fields) as {
    [N in keyof F]: undefined extends z.output<F[N]['input']>
      ? z.ZodMiniOptional<F[N]['output']>
      : F[N]['output'];
  };
}
