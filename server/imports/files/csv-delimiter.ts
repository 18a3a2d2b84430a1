import type { TableDelimiter } from './imported-table.ts';

const candidates: readonly TableDelimiter[] = [';', '\t', ','];
const maxLines = 20;

/**
 * What stands between the cells of a file that begins with this text: what stands equally often in its first lines, and
 * of several what stands there most often. Signs between quotes do not count.
 */
export function guessDelimiter(head: string): TableDelimiter {
  const lines = linesOutsideQuotes(head).slice(0, maxLines);
  let best: { delimiter: TableDelimiter; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of candidates) {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const [inHeader = 0] = counts;
    const alike = counts.filter((count) => count === inHeader).length / lines.length;
    // A header has a name for each column; that its rows agree with it weighs more than how many there are.
    const score = inHeader === 0 ? 0 : alike * 1000 + inHeader;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** The lines in which anything stands, without what is quoted. */
function linesOutsideQuotes(text: string): string[] {
  return text
    .replaceAll(/"[^"]*(?:"|$)/g, '"')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '');
}
