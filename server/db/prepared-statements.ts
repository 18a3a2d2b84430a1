import type pg from 'pg';
import { StatementNames } from './statement-names.ts';

/** Sets the limits of one statement; kept under this name by each connection that keeps statements. */
export const limitsName = 'limits';
export const limitsText =
  "select set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true), set_config('datestyle', 'ISO', true), set_config('jit', 'off', true)";

/** Begins a transaction; kept as that. */
export const beginName = 'begin';
export const beginText = 'begin';

/** Ends one; kept as that. */
export const commitName = 'commit';
export const commitText = 'commit';

/** The names of this process; its connections keep the statements that they were asked. */
const names = new StatementNames();
const keeping = new WeakSet<pg.ClientBase>();

/** A newer version may add a column meanwhile, and then the server refuses a kept statement that answers all columns. */
const answersAllColumns = /\b(?:select|returning)\s+\*|\.\*|,\s*\*/i;

/**
 * Lets a new connection keep planned statements if it goes straight to the server. A pooler tells clients a process of its own, and
 * gives each transaction another connection, on which the statement would be unknown, or somebody else's.
 */
export async function keepStatements(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  if (rows[0]?.pid !== (client as { processID?: unknown }).processID) return;
  await client.query({ name: beginName, text: beginText });
  await client.query({ name: limitsName, text: limitsText, values: ['0', '0'] });
  await client.query({ name: commitName, text: commitText });
  keeping.add(client);
}

export function keepsStatements(client: pg.ClientBase): boolean {
  return keeping.has(client);
}

/** The name under which a connection keeps a statement; undefined when it does not, as of those without values, which may be several. */
export function statementName(
  client: pg.ClientBase,
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
): string | undefined {
  if (!keeping.has(client) || values.length === 0) return undefined;
  return names.known(text) ?? (answersAllColumns.test(text) ? undefined : names.of(text));
}
