import * as z from 'zod/mini';
import {
  factOf,
  newPartFactNames,
  partFactNames,
  type NewPartFactName,
} from '#contract/part-facts.ts';
import { isOptional } from '#contract/part-fact.ts';
import { NewPart, PartFacts, type SeenFacts } from '#contract/parts.ts';
import { typedText } from '#web/ui/typed-text.ts';

/** What is typed, as it is typed; `image` is the address the upload gave, and stock is typed only for a new part. */
export type TypedPart = Readonly<Record<NewPartFactName, string>>;

/** The sentence beside each field that cannot be taken. */
export type PartErrors = Readonly<Partial<Record<NewPartFactName, string>>>;

/** Reads the form; a field that it does not have is empty. */
export function typedPart(form: FormData): TypedPart {
  return eachFact((name) => typedText(form, name));
}

/** A part's facts as one would type them; empty where there is none. */
export function typedOf(facts: {
  readonly [Name in NewPartFactName]?: unknown;
}): TypedPart {
  return eachFact((name) => asTyped(facts[name]));
}

/** A list as JSON, as its field sends it. */
function asTyped(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Writes facts into a form. */
export function fillIn(form: HTMLFormElement | null, facts: Partial<SeenFacts>): void {
  for (const [name, value] of Object.entries(facts)) {
    const field = form?.elements.namedItem(name);
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
      field.value = asTyped(value);
  }
}

/** Goes to the first field of a form. */
export function focusName(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[name="name"]')?.focus();
}

function eachFact(textOf: (name: NewPartFactName) => string): TypedPart {
  return Object.fromEntries(newPartFactNames.map((name) => [name, textOf(name)])) as TypedPart;
}

/** What is wrong with a new part; undefined when nothing is. All fields but the optional ones are required (Spec §5). */
export function newPartErrors(typed: TypedPart): PartErrors | undefined {
  return errorsOf(typed, z.safeParse(NewPart, typed), newPartFactNames);
}

/** What is wrong with the edited facts of a part; undefined when nothing is. */
export function factsErrors(typed: TypedPart): PartErrors | undefined {
  return errorsOf(typed, z.safeParse(PartFacts, typed), partFactNames);
}

function errorsOf(
  typed: TypedPart,
  parsed: ReturnType<typeof z.safeParse<z.ZodMiniType>>,
  names: readonly NewPartFactName[],
): PartErrors | undefined {
  const empty = names.filter((name) => !isOptional(factOf(name)) && typed[name].trim() === '');
  if (parsed.success && empty.length === 0) return undefined;
  const issues = parsed.success ? [] : parsed.error.issues;
  return {
    ...issuesBeside(issues.map(({ path, message }) => ({ field: path.join('.'), message }))),
    ...Object.fromEntries(empty.map((name) => [name, emptySentence(name)])),
  };
}

function emptySentence(name: NewPartFactName): string {
  const { control, label } = factOf(name);
  return control === 'picture' ? 'Please choose a picture.' : `${label} is required`;
}

/** The issues of a refusal beside their fields: the shop's own sentence where it has one, else the fact's rule. */
export function issuesBeside(issues: unknown): PartErrors {
  if (!Array.isArray(issues)) return {};
  const entries = issues.flatMap((issue: unknown) => {
    const { field, message } = issue as { field?: unknown; message?: unknown };
    const known = newPartFactNames.find((name) => name === String(field).replace(/^facts\./, ''));
    if (known === undefined) return [];
    // The schema library's own messages are no sentences.
    const own = typeof message === 'string' && message.endsWith('.');
    return [[known, own ? message : factOf(known).rule] as const];
  });
  // Price times minimum means nothing while the minimum is wrong, and of a field the first issue is the one to mend first.
  const badMinimum = entries.some(([name]) => name === 'orderQuantity');
  const telling = entries.filter(
    ([name, sentence]) => !(badMinimum && name === 'price' && sentence.startsWith('Price times')),
  );
  return Object.fromEntries(telling.toReversed());
}
