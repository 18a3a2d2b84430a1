/** How long a page waits before it asks again how far an import is, in milliseconds. */
const shortest = 700;
const longest = 5000;
const longestWithoutAnswer = 30_000;

/** What the last question came to: the work went on, stood still, or there was no answer. */
export type Heard = 'moved' | 'still' | 'nothing';

/** Quick while the work goes on, slower while it stands still, and slower yet while the shop cannot be reached. */
export function nextDelay(before: number, heard: Heard): number {
  if (heard === 'moved') return Math.min(Math.max(shortest, before / 1.5), longest);
  const slower = Math.max(shortest, before) * 1.6;
  return Math.min(slower, heard === 'still' ? longest : longestWithoutAnswer);
}
