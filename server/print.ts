import { inspect } from 'node:util';

/** Writes a command's output to the terminal. A running shop uses its log instead. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Says what a command is doing, beside its output: what reads that gets the output alone. */
export function printAside(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Prints why a command failed. */
export function printFault(fault: unknown): void {
  process.stderr.write(`${typeof fault === 'string' ? fault : inspect(fault)}\n`);
}
