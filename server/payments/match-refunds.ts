import type { CardRefund } from '#server/third-parties/cards/port.ts';
import type { RefundRow } from './refund-store.ts';

/** What of a booked refund tells which of the provider's it is. */
export type BookedRefund = Pick<RefundRow, 'id' | 'provider_id' | 'amount_cents' | 'state'>;

/** A difference between the provider's refunds of a payment and the books. */
type RefundChange =
  /** A booked refund is made, or made after all. */
  | { readonly kind: 'made'; readonly row: BookedRefund; readonly refund: CardRefund }
  /** A refund that the shop did not ask for. */
  | { readonly kind: 'foreign'; readonly refund: CardRefund }
  /** The money of a booked refund came back. */
  | { readonly kind: 'failed'; readonly row: BookedRefund; readonly refund: CardRefund };

/**
 * What has to change in the books, so that each refund at the provider is in them once. A refund is found by the
 * provider's id, then by the mark that ours carry. One without a mark is taken for ours of the same amount that has
 * no refund at the provider yet: it is older than marks, or somebody made it by hand because ours was late. So money
 * may be missing from a promise, and never goes back twice.
 */
export function matchRefunds(
  rows: readonly BookedRefund[],
  refunds: readonly CardRefund[],
): RefundChange[] {
  const unmatched = new Set(
    rows.filter((row) => row.provider_id === null && (row.state === 'done' || row.state === 'due')),
  );
  const take = (isIt: (row: BookedRefund) => boolean): BookedRefund | undefined => {
    const row = [...unmatched].find(isIt);
    if (row !== undefined) unmatched.delete(row);
    return row;
  };
  const changes: RefundChange[] = [];
  const made = refunds.filter(({ hasFailed }) => !hasFailed);
  const strange: CardRefund[] = [];
  for (const refund of made) {
    const known = rows.find((row) => row.provider_id === refund.id);
    const row = known ?? take(({ id }) => id === refund.key);
    if (row === undefined) strange.push(refund);
    else if (row !== known || known.state !== 'done') changes.push({ kind: 'made', row, refund });
  }
  for (const refund of strange) {
    const row = take(
      ({ state, amount_cents }) => state === 'done' && amount_cents === refund.amountCents,
    );
    const late = row ?? take(({ amount_cents }) => amount_cents === refund.amountCents);
    changes.push(
      late === undefined ? { kind: 'foreign', refund } : { kind: 'made', row: late, refund },
    );
  }
  for (const refund of refunds.filter(({ hasFailed }) => hasFailed)) {
    const row =
      rows.find(({ provider_id }) => provider_id === refund.id) ??
      take(({ id }) => id === refund.key);
    if (row !== undefined && row.state !== 'failed') changes.push({ kind: 'failed', row, refund });
  }
  return changes;
}
