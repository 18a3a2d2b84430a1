import * as z from 'zod/mini';
import { line, numeric, text } from './fields.ts';
import { centsOf } from './money.ts';

/** A fact of a part, for forms, the audit log and the API. */
export interface PartFact {
  readonly label: string;
  /** The help text under the field. */
  readonly help?: string;
  /** How it is entered in forms and shown in the audit log. */
  readonly control: 'line' | 'lines' | 'picture' | 'dollars' | 'pieces';
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
type Facts = Readonly<Record<string, PartFact>>;

const oneLine = (most: number) => ({
  control: 'line' as const,
  most,
  rule: `Must be one line of at most ${most} characters.`,
  input: line(most),
  output: z.string(),
});
const lines = (most: number) => ({
  control: 'lines' as const,
  most,
  rule: `Must be plain text of at most ${most} characters.`,
  input: text(most),
  output: z.string(),
});
const picture = {
  control: 'picture' as const,
  rule: 'Please upload the picture again.',
  input: line(500),
  output: z.string(),
};
const aboveZero = 'Must be above zero, with at most two decimals.';
const dollars = {
  control: 'dollars' as const,
  rule: aboveZero,
  input: numeric.check(z.refine((price) => centsOf(price) > 0, aboveZero)),
  output: z.number(),
};
const whole = 'Must be a whole number of pieces.';
const pieces = (least: 0 | 1) => ({
  control: 'pieces' as const,
  least,
  rule: whole,
  input: numeric.check(
    z.refine((value) => Number.isSafeInteger(value) && value >= 0 && value <= 100_000_000, whole),
    z.refine((value) => least === 0 || value >= 1, 'Must be at least one piece.'),
  ),
  output: z.number(),
});

/**
 * The facts of a part that admins enter and edit. Schemas, forms, the comparison of an edit and the labels of the audit log
 * come from this list. CONTRIBUTING says what else a new fact needs; what is missing does not compile.
 */
export const partFacts = {
  name: { label: 'Name', ...oneLine(160) },
  image: {
    label: 'Image',
    help: 'JPEG, PNG or WebP, at most 8 MB. 4:3 fits the cards best.',
    ...picture,
  },
  description: { label: 'Details', help: 'Cards show the first 120 characters.', ...lines(5000) },
  price: { label: 'Price', help: 'Dollars per piece', ...dollars },
  orderQuantity: { label: 'Minimum order quantity', help: 'Pieces in one pack', ...pieces(1) },
} satisfies Facts;
export type PartFactName = keyof typeof partFacts;
export const partFactNames = Object.keys(partFacts) as readonly PartFactName[];

/** The fields of a new part: its facts and its opening stock, which later changes by adjustments only. */
export const newPartFacts = {
  ...partFacts,
  inStock: { label: 'In stock', help: 'Pieces to sell', ...pieces(0) },
} satisfies Facts;
export type NewPartFactName = keyof typeof newPartFacts;
export const newPartFactNames = Object.keys(newPartFacts) as readonly NewPartFactName[];

/** One fact by its name. */
export function factOf(name: NewPartFactName): PartFact {
  return newPartFacts[name];
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
