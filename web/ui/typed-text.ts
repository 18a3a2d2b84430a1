/** A text field of a form; empty when there is none. */
export function typedText(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === 'string' ? value : '';
}
