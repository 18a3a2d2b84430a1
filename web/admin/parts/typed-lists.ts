import type { partListFacts } from '#contract/part-facts.ts';
import { isListFact } from '#web/admin/list-in-words.ts';

export type ListFactName = keyof typeof partListFacts;

/** A row of a list as it is typed; `row` is its key in the form, beside which its faults stand. */
export type TypedRow = Readonly<Record<string, string>> & { readonly row: string };

/**
 * A list of a form as JSON; undefined when the form does not have it. The form has it by a field of its name, and each row by
 * fields such as `numbers.3.maker`; rows in which nothing is typed are left out.
 */
export function typedList(form: FormData, name: ListFactName): string | undefined {
  if (!form.has(name)) return undefined;
  return JSON.stringify(name === 'attributes' ? typedAttributes(form) : typedRows(form, name));
}

function typedRows(form: FormData, name: string): TypedRow[] {
  const rows = new Map<string, { row: string; [column: string]: string }>();
  for (const [field, value] of form.entries()) {
    const [list, row, column] = field.split('.');
    if (list !== name || row === undefined || column === undefined) continue;
    const typed = rows.get(row) ?? { row };
    typed[column] = String(value);
    rows.set(row, typed);
  }
  return [...rows.values()].filter(hasText);
}

/** A row with nothing but its key, and a kind that somebody has to choose, is empty. */
function hasText(row: TypedRow): boolean {
  return Object.entries(row).some(
    ([column, text]) => column !== 'row' && column !== 'kind' && text.trim() !== '',
  );
}

/** Values by key; a number that cannot be read is null, which the schema refuses. */
function typedAttributes(form: FormData): Record<string, string | number | null> {
  const values: Record<string, string | number | null> = {};
  for (const [field, value] of form.entries()) {
    const [list, key, kind] = field.split('.');
    const text = String(value).trim();
    if (list !== 'attributes' || key === undefined || text === '') continue;
    values[key] =
      kind === 'number' ? (/^[-+]?\d+(\.\d+)?$/.test(text) ? Number(text) : null) : text;
  }
  return values;
}

/** The rows of a list that is typed. */
export function rowsOf(json: string | undefined): readonly TypedRow[] {
  const rows: unknown = json === undefined ? [] : JSON.parse(json);
  return Array.isArray(rows) ? (rows as TypedRow[]) : [];
}

/** How many of these facts somebody has filled in: values of a list, or fields. */
export function countTyped(
  typed: Readonly<Partial<Record<string, string>>>,
  names: readonly string[],
): number {
  const counts = names.map((name) => {
    const text = typed[name]?.trim() ?? '';
    if (text === '') return 0;
    return isListFact(name) ? Object.keys(JSON.parse(text) as object).length : 1;
  });
  return counts.reduce((sum, one) => sum + one, 0);
}
