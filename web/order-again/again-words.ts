import { mostLines } from '#contract/list-limits.ts';
import type { Again } from './kept-again.ts';
import type { Putting } from './put-on-list.ts';

/** '1 part', '12 parts'. */
export function partsCounted(count: number): string {
  return count === 1 ? '1 part' : `${count} parts`;
}

/** What became of the parts of an order that was ordered again, in sentences: the first is the heading. */
export function againInWords(again: Again): readonly [string, ...string[]] {
  const rest = [
    joinedInWords(again),
    alreadyInWords(again),
    leftInWords(again),
    goneInWords(again),
    again.changed.length === 0 && 'Prices and stock: nothing has changed since.',
  ];
  return [heading(again), ...rest.filter((sentence) => typeof sentence === 'string')];
}

/** That parts were on the list before. */
export function joinedInWords({
  fresh,
  joined,
}: Pick<Putting, 'fresh' | 'joined'>): string | undefined {
  if (joined === 0) return undefined;
  const which =
    fresh + joined === 1 ? 'It was' : joined === 1 ? '1 of them was' : `${joined} of them were`;
  return `${which} there before: the pieces are added together.`;
}

/** That the list is full. */
export function leftInWords({ left }: Pick<Putting, 'left'>): string | undefined {
  return left === 0
    ? undefined
    : `A list has at most ${mostLines} lines: ${partsCounted(left)} found no room.`;
}

function alreadyInWords({ fresh, joined, already }: Again): string | undefined {
  if (already === 0 || fresh + joined === 0) return undefined;
  return `${partsCounted(already)} of it ${already === 1 ? 'was' : 'were'} put there before, and ${already === 1 ? 'is' : 'are'} not doubled.`;
}

function goneInWords({ changed }: Again): string | undefined {
  const gone = changed.filter(({ partId }) => partId === undefined).length;
  if (gone === 0) return undefined;
  return `${partsCounted(gone)} of it ${gone === 1 ? 'is' : 'are'} no longer sold, and not on your list.`;
}

function heading({ fresh, joined, already, title }: Again): string {
  const put = fresh + joined;
  if (put > 0)
    return `${partsCounted(put)} of ${title} ${put === 1 ? 'is' : 'are'} on your list now.`;
  if (already > 0)
    return already === 1
      ? `The part of ${title} is on your list already.`
      : `The ${already} parts of ${title} are on your list already.`;
  return `Nothing of ${title} could be put on your list.`;
}
