import { parseArgs } from 'node:util';
import { print as printLine, printFault } from '#server/print.ts';
import type { Environment } from '#server/start/variables.ts';
import { sentenceOf } from './sentence-of.ts';

/** How a command is called: `--name value`. */
interface Call<Required extends string, Optional extends string> {
  readonly usage: string;
  readonly required: readonly Required[];
  readonly optional: readonly Optional[];
}

/** A command's options. Where one is missing, mistyped or `--help`, it prints how the command is used and answers undefined. */
export function readOptions<Required extends string, Optional extends string>(
  args: string[],
  print: (line: string) => void,
  { usage, required, optional }: Call<Required, Optional>,
): (Record<Required, string> & Partial<Record<Optional, string>>) | undefined {
  const named = [...required, ...optional].map((name) => [name, { type: 'string' }] as const);
  const options = { ...Object.fromEntries(named), help: { type: 'boolean' } } as const;
  try {
    const values: Partial<Record<string, unknown>> = parseArgs({ args, options }).values;
    if (values['help'] !== true && required.every((name) => values[name] !== undefined))
      return values as Record<Required, string> & Partial<Record<Optional, string>>;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('ERR_PARSE_ARGS_')) throw error;
    print(`${message}\n`);
  }
  print(usage);
  return undefined;
}

/** A command: prints what it did and answers the exit status. */
type Command = (args: string[], env: Environment, print: (line: string) => void) => Promise<number>;

/** Runs a command as a program; `outcome` is what to say when it fails. What it writes is for its user alone. */
export async function runCommand(command: Command, outcome: string): Promise<void> {
  process.umask(0o077);
  try {
    process.exitCode = await command(process.argv.slice(2), process.env, printLine);
  } catch (error) {
    printFault(sentenceOf(error, process.env, outcome));
    process.exitCode = 1;
  }
}
