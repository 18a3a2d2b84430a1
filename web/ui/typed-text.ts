/** What a field of a sent form holds; empty when there is no such field, or a file in it. */
export function typedText(form: FormData, field: string): string {
  const value = form.get(field);
  return typeof value === 'string' ? value : '';
}
