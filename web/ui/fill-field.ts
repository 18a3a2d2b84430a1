/** Writes into a field that React keeps no value of. No script's writing makes an event, so the form is told of it as of typing, and drops the field's error. */
export function fillField(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
