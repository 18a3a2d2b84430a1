import type pg from 'pg';
import type { StatementNames } from './statement-names.ts';

/** Milliseconds; 0 is no limit. */
export interface Limits {
  /** How long a statement may run. */
  readonly statementMs: number;
  /** How long a statement may wait for a lock. */
  readonly lockMs: number;
}

/** Sets the limits of one statement or transaction; kept under this name by each connection that keeps statements. */
export const limitsName = 'limits';
export const limitsText = settingLimits('true');

// Dates are written as the shop reads them. Compiling a statement takes the server longer than any of the shop's statements takes without.
function settingLimits(isLocal: 'true' | 'false'): string {
  const settings = [
    "'statement_timeout', $1",
    "'lock_timeout', $2",
    "'datestyle', 'ISO'",
    "'jit', 'off'",
  ];
  return `select ${settings.map((its) => `set_config(${its}, ${isLocal})`).join(', ')}`;
}

export const limitValues = ({ statementMs, lockMs }: Limits): string[] => [
  String(statementMs),
  String(lockMs),
];

/** Begins a transaction; kept as that. */
export const beginName = 'begin';
export const beginText = 'begin';

/** Ends one; kept as that. */
export const commitName = 'commit';
export const commitText = 'commit';

/** What a connection keeps. */
interface Keeping {
  /** It has these from its beginning. */
  readonly limits: Limits;
  /** Those of its pool, whose connections keep the statements that they were asked. */
  readonly names: StatementNames;
}

const keeping = new WeakMap<pg.ClientBase, Keeping>();

/** A newer version may add a column meanwhile, and then the server refuses a kept statement that answers all columns. */
const answersAllColumns = /\b(?:select|returning)\s+\*|\.\*|,\s*\*/i;

/**
 * Lets a new connection keep planned statements, and these limits, if it goes straight to the server. A pooler tells clients a process of its own, and
 * gives each transaction another connection, on which the statement would be unknown, or somebody else's.
 */
export async function keepStatements(
  client: pg.ClientBase,
  limits: Limits,
  names: StatementNames,
): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  if (rows[0]?.pid !== (client as { processID?: unknown }).processID) return;
  await client.query({ name: beginName, text: beginText });
  await client.query({ name: limitsName, text: limitsText, values: ['0', '0'] });
  await client.query({ name: commitName, text: commitText });
  await client.query({ text: settingLimits('false'), values: limitValues(limits) });
  keeping.set(client, { limits, names });
}

export function keepsStatements(client: pg.ClientBase): boolean {
  return keeping.has(client);
}

/** Whether a connection has just these limits from its beginning. */
export function isLimitedTo(client: pg.ClientBase, { statementMs, lockMs }: Limits): boolean {
  const its = keeping.get(client)?.limits;
  return its?.statementMs === statementMs && its.lockMs === lockMs;
}

/** The name under which a connection keeps a statement; undefined when it does not, as of those without values, which may be several. */
export function statementName(
  client: pg.ClientBase,
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
): string | undefined {
  const names = keeping.get(client)?.names;
  if (names === undefined || values.length === 0) return undefined;
  return names.known(text) ?? (answersAllColumns.test(text) ? undefined : names.of(text));
}
