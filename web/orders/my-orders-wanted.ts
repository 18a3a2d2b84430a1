import type { MyOrdersQuery } from '#contract/my-orders.ts';
import { isLine } from '#contract/text-rules.ts';

type State = NonNullable<MyOrdersQuery['state']>;
type Wanted = Pick<MyOrdersQuery, 'q' | 'state' | 'since' | 'until' | 'cursor'>;

const states: ReadonlySet<string> = new Set<State>([
  'unpaid',
  'pending',
  'shipped',
  'refunded',
  'cancelled',
]);

/** Whether a value of the address is one that the call takes; days are of the reader's own time. */
const fits: Record<keyof Wanted, (value: string) => boolean> = {
  q: (value) => isLine(value, 100),
  state: (value) => states.has(value),
  since: isDay,
  until: isDay,
  cursor: (value) => value.length <= 700,
};

/**
 * What the address of My Orders asks for, with days in `since` and `until`. What is empty, or what the call would refuse, is
 * left out: an address that somebody typed shows a list, not an error.
 */
export function myOrdersWanted(address: string): Wanted {
  const given = new URL(address).searchParams;
  const entries = Object.entries(fits).flatMap(([name, isTaken]) => {
    const value = given.get(name)?.trim() ?? '';
    return value !== '' && isTaken(value) ? [[name, value]] : [];
  });
  return Object.fromEntries(entries) as Wanted;
}

function isDay(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) && toDay(value) === value;
}

/** Another day where there is no such one, as of February 30; nothing where there is no such month. */
function toDay(value: string): string | undefined {
  const moment = new Date(`${value}T00:00Z`);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString().slice(0, 10);
}
