/** Writes to the terminal what a command was run for. A running shop says what it does in its log instead. */
export function print(line = ''): void {
  console.log(line); // The one place: a command's own output.
}

/** Writes to the terminal why a command did not do what it was asked. */
export function printFault(fault: unknown): void {
  console.error(fault);
}
