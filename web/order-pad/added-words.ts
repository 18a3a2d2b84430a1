import { mostLines } from '#contract/list-limits.ts';
import type { WrittenList } from '#contract/list-lines.ts';

/** '1 line', '20 lines'. */
export function linesInWords(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`;
}

/** How often each reason is named, at most. */
const few = 3;

/** What became of an addition: how many lines came, which rows did not, and why. `left`: lines that found no room. */
export function addedInWords({ lines, skipped }: WrittenList, left: number): string {
  const said = [`${linesInWords(lines.length - left)} added.`];
  const rows = (reason: WrittenList['skipped'][number]['reason']) =>
    skipped.filter((row) => row.reason === reason);
  const noNumber = rows('noNumber');
  if (noNumber.length > 0) {
    const named = noNumber.slice(0, few).map(({ row }) => row);
    const more = noNumber.length > few ? ' and more' : '';
    said.push(`Without a number: row ${named.join(', ')}${more}.`);
  }
  const zero = rows('zero').length;
  if (zero > 0) said.push(`${linesInWords(zero)} with 0 pieces left out.`);
  const tooMany = rows('tooMany').length + left;
  if (tooMany > 0) said.push(`A list has at most ${mostLines} lines: ${tooMany} found no room.`);
  return said.join(' ');
}
