import type { Question } from './question.ts';

/** How far the clock of the page cache goes on before an address is asked for again: a page of another day is made anew, one of two seconds ago only if something that it shows has changed. */
const steps = { anew: 86_400_000, again: 2_100 };

/** What the clock has to know of a question. */
export type Paced = Pick<Question, 'page' | 'addresses'>;

/** The clock of the page cache in one of so many copies of the shop, which goes on with the requests it is told of. */
export function pageClock(copies: number) {
  let aheadMs = 0;
  let [requests, apart, step] = [0, 1, 0];
  return {
    now: () => Date.now() + aheadMs,
    start({ page, addresses = 1 }: Paced): void {
      // Callers are not tied to addresses, so a copy may see one again early: its clock steps twice in a round.
      apart = copies === 1 ? addresses : Math.max(1, Math.floor(addresses / copies / 2));
      [requests, step] = [0, page === undefined ? 0 : steps[page]];
    },
    count(): void {
      if (requests % apart === 0) aheadMs += step;
      requests += 1;
    },
  };
}
