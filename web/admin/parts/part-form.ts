import * as z from 'zod/mini';
import {
  factOf,
  newPartFactNames,
  partFactNames,
  type NewPartFactName,
} from '#contract/part-facts.ts';
import { isOptional } from '#contract/part-fact.ts';
import { NewPart, PartFacts, type SeenFacts } from '#contract/parts.ts';
import { isListFact } from '#web/admin/list-in-words.ts';
import { typedText } from '#web/ui/typed-text.ts';
import { listFaults, type ListPlace } from './list-faults.ts';
import { typedList } from './typed-lists.ts';

/**
 * What is typed, as it is typed, lists as JSON; `image` is the address the upload gave, and stock is typed only for a new part.
 * A fact that the form has no field for is missing: it stays as it is.
 */
export type TypedPart = Readonly<Partial<Record<NewPartFactName, string>>>;

/** The sentence beside each field, and each row of a list, that cannot be taken. */
export type PartErrors = Readonly<Partial<Record<NewPartFactName | ListPlace, string>>>;

/** Reads the form, all of it or these facts. */
export function typedPart(
  form: FormData,
  names: readonly NewPartFactName[] = newPartFactNames,
): TypedPart {
  return eachFact(names, (name) => {
    if (isListFact(name)) return typedList(form, name);
    return form.has(name) ? typedText(form, name) : undefined;
  });
}

/** A part's facts as one would type them; empty where there is none. */
export function typedOf(facts: {
  readonly [Name in NewPartFactName]?: unknown;
}): TypedPart {
  return eachFact(newPartFactNames, (name) =>
    facts[name] === undefined ? undefined : asTyped(facts[name]),
  );
}

function eachFact(
  names: readonly NewPartFactName[],
  textOf: (name: NewPartFactName) => string | undefined,
): TypedPart {
  const typed = names.map((name) => [name, textOf(name)] as const);
  return Object.fromEntries(typed.filter(([, text]) => text !== undefined));
}

/** A list as JSON, as its field sends it. */
function asTyped(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const keyboardControls: ReadonlySet<string> = new Set(['line', 'lines', 'dollars', 'pieces']);

/** Writes facts into the plain fields of a form; pickers, pictures and lists are begun anew. */
export function fillIn(form: HTMLFormElement | null, facts: Partial<SeenFacts>): void {
  for (const [name, value] of Object.entries(facts)) {
    const field = form?.elements.namedItem(name);
    const plain = keyboardControls.has(factOf(name as NewPartFactName).control);
    if (plain && (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement))
      field.value = asTyped(value);
  }
}

/** Goes to the first field of a form. */
export function focusName(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[name="name"]')?.focus();
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
  const empty = names.filter((name) => !isOptional(factOf(name)) && !typed[name]?.trim());
  if (parsed.success && empty.length === 0) return undefined;
  const issues = parsed.success ? [] : parsed.error.issues;
  const found = issuesBeside(
    issues.map(({ path, message }) => ({ field: path.join('.'), message })),
  );
  return {
    ...inRows(typed, found),
    ...Object.fromEntries(empty.map((name) => [name, emptySentence(name)])),
  };
}

/** The faults of lists beside their rows, if the rows tell. */
function inRows(typed: TypedPart, errors: PartErrors): PartErrors {
  const told = Object.entries(errors).flatMap(([name, sentence]) => {
    const json = typed[name as NewPartFactName];
    const faults = isListFact(name) && json !== undefined ? listFaults(name, json) : {};
    return Object.keys(faults).length > 0 ? Object.entries(faults) : [[name, sentence] as const];
  });
  return Object.fromEntries(told);
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
    const [place] = String(field)
      .replace(/^facts\./, '')
      .split('.');
    const known = newPartFactNames.find((name) => name === place);
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
