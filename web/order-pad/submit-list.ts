import type { BatchPlaced, RefusedLine } from '#contract/batches.ts';
import { ApiError, mayBeDone } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { notKnown } from '#web/orders/not-known.ts';
import { dayAndTime } from '#web/ui/day-and-time.ts';
import { typedText } from '#web/ui/typed-text.ts';

/** A line that is sent: of which part, and how many pieces. */
export interface SentLine {
  readonly productId: string;
  readonly quantity: number;
}

/** What became of a list. */
export type ListOutcome =
  | (BatchPlaced & { readonly kind: 'placed' })
  | {
      readonly kind: 'refused' | 'used';
      readonly sentence: string;
      /** Lines that cannot be ordered as they are; the others could be. */
      readonly lines: readonly RefusedLine[];
    };

/**
 * Sends the list once per key. `partly`: orders what is possible. The key of a list that was ordered, now or before, is ended by whoever
 * shows that (place-dialog.tsx): somebody who left the page meanwhile was not told, and gets the same answer when they send it again.
 */
export async function submitList(form: FormData): Promise<ListOutcome> {
  const text = (field: string) => typedText(form, field);
  const lines = JSON.parse(text('lines')) as readonly SentLine[];
  const body = {
    address: text('address'),
    phone: text('phone'),
    poNumber: text('poNumber'),
    note: text('note'),
    // What is left of a part may be bought as a whole, below its minimum; of the others it says nothing.
    lines: lines.map((line) => ({ ...line, sellTheRest: true })),
    partly: text('partly') === 'yes',
  };
  try {
    const placed = await call('placeBatch', { body }, { idempotencyKey: text('key') });
    return { ...placed, kind: 'placed' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const refused = error.body['lines'];
    const isUsed = error.code === 'key_reused' || error.code === 'list_ordered_before';
    return {
      kind: isUsed ? 'used' : 'refused',
      sentence: sentenceOf(error),
      lines: Array.isArray(refused) ? (refused as RefusedLine[]) : [],
    };
  }
}

/** Why a line was not ordered, and what can be ordered instead. */
export function refusedInWords({ message, available, nearest = [], rest }: RefusedLine): string {
  if (available === undefined) return message;
  const instead = rest ? `the rest of ${rest}` : nearest.join(' or ');
  return `${available} pieces in stock now${instead && `; ${instead} can be ordered`}.`;
}

function sentenceOf(error: ApiError): string {
  const { code, message, body } = error;
  const { limit, counted, most, roomAt } = body;
  if (code === 'key_reused')
    return 'Your list before was ordered: see My Orders. Order once more for this one.';
  if (code === 'list_ordered_before') return message;
  if (code === 'too_many_lines')
    return `Nothing was ordered: until a first order is paid, ${String(most)} lines can be ordered at a time.`;
  if (code === 'too_many_unpaid_orders' && typeof roomAt === 'string') {
    const things = counted === 'units' ? 'unpaid orders and lists' : 'unpaid lines';
    const full =
      limit === 'network'
        ? `people who have not bought here before may have ${String(most)} ${things} on your network at a time`
        : `you may have ${String(most)} ${things} at a time`;
    return `Nothing was ordered: ${full}. Pay or cancel some of yours, or try again from ${dayAndTime(roomAt)} on.`;
  }
  return mayBeDone(error)
    ? notKnown('your list was ordered', message)
    : `Nothing was ordered. ${message}`;
}
