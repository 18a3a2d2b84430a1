import type { SandboxTransaction } from './tables.ts';
import { invalid } from './refusal.ts';

/** The fields of a form-encoded body, keys flat as they came: `metadata[order_id]`. */
export type Form = ReadonlyMap<string, string>;

/** Refuses NUL, which the database cannot store. */
export function parseForm(body: string): Form {
  const form = new Map(new URLSearchParams(body));
  for (const [name, value] of form)
    if (value.includes('\0')) invalid('Contains characters that are not text.', name);
  return form;
}

/** Refuses a missing or empty field. */
export function required(form: Form, name: string): string {
  return form.get(name) || invalid(`Missing required param: ${name}.`, name, 'parameter_missing');
}

/** Refuses a field that is missing or no integer. */
export function integer(form: Form, name: string): number {
  const value = required(form, name);
  return /^-?\d{1,15}$/.test(value)
    ? Number(value)
    : invalid(`Invalid integer: ${value}`, name, 'parameter_invalid_integer');
}

/** The `metadata[…]` fields. */
export function readMetadata(form: Form): Record<string, string> {
  const metadata: Record<string, string> = {};
  for (const [name, value] of form) {
    const key = /^metadata\[(\w{1,40})\]$/.exec(name)?.[1];
    if (key !== undefined) metadata[key] = value;
  }
  return metadata;
}

/** Whether the caller wants the object itself instead of its id: `expand[0]=latest_charge`. */
export function expands(form: Form, what: string): boolean {
  return [...form].some(([name, value]) => /^expand\[\d*\]$/.test(name) && value === what);
}

/** What every call of the sandbox works with. */
export interface WireCall {
  readonly tx: SandboxTransaction;
  readonly form: Form;
  readonly now: Date;
  /** Queues a webhook, sent after the commit. */
  notify(event: { readonly id: string }): Promise<void>;
}
