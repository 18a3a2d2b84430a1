import type { CardRefund } from '#server/third-parties/cards/port.ts';
import type { BookedRefund } from './refund-store.ts';

/** A difference between the provider's refunds of a payment and the books. */
type RefundChange = { readonly refund: CardRefund } & (
  | { readonly kind: 'made' | 'failed'; readonly row: BookedRefund }
  /** The shop did not ask for it. */
  | { readonly kind: 'foreign'; readonly row?: undefined }
);

/**
 * What has to change in the books so that each refund at the provider is in them once. A refund is matched by the
 * provider's id, then by the id of ours in its metadata. One without metadata is matched with a refund of ours of the same
 * amount that the provider does not have yet: it is older than the metadata, or somebody made it by hand because ours was
 * late. A wrong match leaves a promised refund unpaid, but money never goes back twice.
 */
export function matchRefunds(
  rows: readonly BookedRefund[],
  refunds: readonly CardRefund[],
): RefundChange[] {
  const unmatched = new Set(
    rows.filter((row) => row.provider_id === null && (row.state === 'done' || row.state === 'due')),
  );
  const take = (matches: (row: BookedRefund) => boolean): BookedRefund | undefined => {
    const row = [...unmatched].find(matches);
    if (row !== undefined) unmatched.delete(row);
    return row;
  };
  const changes: RefundChange[] = [];
  const made = refunds.filter(({ hasFailed }) => !hasFailed);
  const unknown: CardRefund[] = [];
  for (const refund of made) {
    const known = rows.find((row) => row.provider_id === refund.id);
    const row = known ?? take(({ id }) => id === refund.key);
    if (row === undefined) unknown.push(refund);
    else if (row !== known || known.state !== 'done') changes.push({ kind: 'made', row, refund });
  }
  for (const refund of unknown) {
    const isSameAmount = (row: BookedRefund) => row.amount_cents === refund.amountCents;
    const row = take((one) => one.state === 'done' && isSameAmount(one)) ?? take(isSameAmount);
    changes.push(row === undefined ? { kind: 'foreign', refund } : { kind: 'made', row, refund });
  }
  for (const refund of refunds.filter(({ hasFailed }) => hasFailed)) {
    const row =
      rows.find(({ provider_id }) => provider_id === refund.id) ??
      take(({ id }) => id === refund.key);
    if (row !== undefined && row.state !== 'failed') changes.push({ kind: 'failed', row, refund });
  }
  return changes;
}
