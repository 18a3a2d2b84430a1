import type { SandboxTransaction } from './tables.ts';
import { invalid } from './refusal.ts';

/** The fields of a form-encoded body, keys flat as they came: `metadata[order_id]`. */
export type Form = ReadonlyMap<string, string>;

/** Reads a form-encoded body as Stripe's clients send it. */
export function formOf(body: string): Form {
  const form = new Map(new URLSearchParams(body));
  for (const [name, value] of form)
    if (value.includes('\0')) invalid('Contains characters that are not text.', name);
  return form;
}

/** A field that has to be there. */
export function required(form: Form, name: string): string {
  return form.get(name) || invalid(`Missing required param: ${name}.`, name, 'parameter_missing');
}

/** An integer field that has to be there. */
export function integer(form: Form, name: string): number {
  const value = required(form, name);
  return /^-?\d{1,15}$/.test(value)
    ? Number(value)
    : invalid(`Invalid integer: ${value}`, name, 'parameter_invalid_integer');
}

/** The `metadata[…]` fields. */
export function metadataOf(form: Form): Record<string, string> {
  const metadata: Record<string, string> = {};
  for (const [name, value] of form) {
    const key = /^metadata\[(\w{1,40})\]$/.exec(name)?.[1];
    if (key !== undefined) metadata[key] = value;
  }
  return metadata;
}

/** Whether the answer shall hold this object instead of its id: `expand[0]=latest_charge`. */
export function expands(form: Form, what: string): boolean {
  return [...form].some(([name, value]) => /^expand\[\d*\]$/.test(name) && value === what);
}

/** What every call of the sandbox works with: one transaction, what came, when. */
export interface WireCall {
  readonly tx: SandboxTransaction;
  readonly form: Form;
  readonly now: Date;
  /** Notes a message to the shop, sent once the transaction is committed. */
  notify(event: { readonly id: string }): Promise<void>;
}
