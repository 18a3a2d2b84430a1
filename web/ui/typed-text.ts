/**
 * A text field of a form; empty when there is none. Forms with files are sent with other line breaks than those that were typed and
 * checked: it has the typed ones.
 */
export function typedText(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
}
