import { mostLines } from '#contract/list-cell.ts';
import type { Again } from './kept-again.ts';

/** '1 part', '12 parts'. */
function partsCounted(count: number): string {
  return count === 1 ? '1 part' : `${count} parts`;
}

/** What became of the parts of an order that was ordered again, in sentences: the first is the heading. */
export function againInWords(again: Again): readonly [string, ...string[]] {
  const { fresh, joined, already, left, title } = again;
  const put = fresh + joined;
  const rest = [
    joined > 0 &&
      `${joined} of them ${joined === 1 ? 'was' : 'were'} on it before: the pieces are added together.`,
    put > 0 &&
      already > 0 &&
      `${partsCounted(already)} of it ${already === 1 ? 'was' : 'were'} put there before, and ${already === 1 ? 'is' : 'are'} not doubled.`,
    left > 0 && `A list has at most ${mostLines} lines: ${partsCounted(left)} found no room.`,
    again.changed.length === 0 && 'Prices and stock: nothing has changed since.',
  ].filter((sentence) => sentence !== false);
  return [heading(put, already, title), ...rest];
}

function heading(put: number, already: number, title: string): string {
  if (put > 0)
    return `${partsCounted(put)} of ${title} ${put === 1 ? 'is' : 'are'} on your list now.`;
  if (already > 0)
    return already === 1
      ? `The part of ${title} is on your list already.`
      : `The ${already} parts of ${title} are on your list already.`;
  return `Nothing of ${title} could be put on your list.`;
}
