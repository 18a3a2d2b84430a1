import * as z from 'zod/mini';
import { NewPart, PartFacts } from '#contract/parts.ts';
import { typedText } from '#web/ui/typed-text.ts';

/** The fields of a part's form (Spec §2: Add Products); stock is typed only for a new part. */
export const partFields = [
  'name',
  'price',
  'orderQuantity',
  'inStock',
  'image',
  'description',
] as const;
export type PartField = (typeof partFields)[number];

/** What is typed, as it is typed; `image` is the address the upload gave. */
export type TypedPart = Readonly<Record<PartField, string>>;

/** The sentence beside each field that cannot be taken. */
export type PartErrors = Readonly<Partial<Record<PartField, string>>>;

const labels: TypedPart = {
  name: 'Name',
  price: 'Price',
  orderQuantity: 'Minimum order quantity',
  inStock: 'In stock',
  image: 'Image',
  description: 'Details',
};

const rules: TypedPart = {
  name: 'Must be one line of at most 160 characters.',
  price: 'Must be above zero, with at most two decimals.',
  orderQuantity: 'Must be a whole number of pieces, at least one.',
  inStock: 'Must be a whole number of pieces, zero or more.',
  image: 'Please upload the picture again.',
  description: 'Must be plain text of at most 5000 characters.',
};

/** Reads the form. */
export function typedPart(form: FormData): TypedPart {
  return Object.fromEntries(
    partFields.map((field) => [field, typedText(form, field)]),
  ) as TypedPart;
}

/** What is wrong with a new part; undefined when nothing is. All fields are required (Spec §5). */
export function newPartErrors(typed: TypedPart): PartErrors | undefined {
  return errorsOf(typed, z.safeParse(NewPart, typed), partFields);
}

/** What is wrong with the edited facts of a part; undefined when nothing is. */
export function factsErrors(typed: TypedPart): PartErrors | undefined {
  return errorsOf(
    typed,
    z.safeParse(PartFacts, typed),
    partFields.filter((field) => field !== 'inStock'),
  );
}

type Parsed = ReturnType<typeof z.safeParse<z.ZodMiniType>>;

function errorsOf(
  typed: TypedPart,
  parsed: Parsed,
  fields: readonly PartField[],
): PartErrors | undefined {
  const empty = fields.filter((field) => typed[field].trim() === '');
  if (parsed.success && empty.length === 0) return undefined;
  const wrong = parsed.success
    ? {}
    : issuesBeside(
        parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
      );
  return { ...wrong, ...Object.fromEntries(empty.map((field) => [field, emptySentence(field)])) };
}

function emptySentence(field: PartField): string {
  return field === 'image' ? 'Please choose a picture.' : `${labels[field]} is required`;
}

/** The issues of a refusal beside their fields: the shop's own sentence where it has one, else the field's rule. */
export function issuesBeside(issues: unknown): PartErrors {
  if (!Array.isArray(issues)) return {};
  const entries = issues.flatMap((issue: unknown) => {
    const { field, message } = issue as { field?: unknown; message?: unknown };
    const known = partFields.find((name) => name === String(field).replace(/^facts\./, ''));
    if (known === undefined) return [];
    // The schema library's own messages are no sentences.
    const own = typeof message === 'string' && message.endsWith('.');
    return [[known, own ? message : rules[known]] as const];
  });
  // Price times minimum means nothing while the minimum is wrong, and of a field the first issue is the one to mend first.
  const badMinimum = entries.some(([field]) => field === 'orderQuantity');
  const telling = entries.filter(
    ([field, sentence]) => !(badMinimum && field === 'price' && sentence.startsWith('Price times')),
  );
  return Object.fromEntries(telling.toReversed());
}
