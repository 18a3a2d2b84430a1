/** Writes a command's output to the terminal. A running shop uses its log instead. */
export function print(line = ''): void {
  console.log(line); // The one place: a command's own output.
}

/** Writes to the terminal why a command failed. */
export function printFault(fault: unknown): void {
  console.error(fault);
}
