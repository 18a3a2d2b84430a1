/** A form that names no step of its page: a mistake of ours, and never taken for any of its steps. */
export function unknownStep(form: FormData): never {
  throw new Error(`There is no step '${String(form.get('step'))}' on this page.`);
}
