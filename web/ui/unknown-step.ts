/** Throws for a form that names no step of its page, so that a typo never does something else. */
export function unknownStep(form: FormData): never {
  throw new Error(`There is no step '${String(form.get('step'))}' on this page.`);
}
