/** Throws for a form whose step the page does not know, which is a bug. */
export function unknownStep(form: FormData): never {
  throw new Error(`There is no step '${String(form.get('step'))}' on this page.`);
}
