import type { CardRefund } from '#server/third-parties/cards/port.ts';
import type { BookedRefund } from './refund-store.ts';

/** A difference between the provider's refunds of a payment and the books. */
type RefundChange = { readonly refund: CardRefund } & (
  | { readonly kind: 'made' | 'failed'; readonly row: BookedRefund }
  /** The shop did not ask for it. `row` is one of ours that failed, and that it takes the place of. */
  | { readonly kind: 'foreign'; readonly row: BookedRefund | undefined }
);

/**
 * What has to change in the books so that each refund at the provider is in them once. A refund is matched by the
 * provider's id, then by the id of ours in its metadata. One without metadata is matched with a refund of ours of the same
 * amount that the provider does not have yet: it is older than the metadata, or somebody made it by hand because ours was
 * late. A wrong match leaves a promised refund unpaid, but money never goes back twice. One that nobody asked for, of the
 * amount of one of ours that failed, takes its place. Failures come before refunds of others.
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
  const foreign: CardRefund[] = [];
  const [failed, made] = [
    refunds.filter(({ hasFailed }) => hasFailed),
    refunds.filter(({ hasFailed }) => !hasFailed),
  ];
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
    if (row === undefined) foreign.push(refund);
    else changes.push({ kind: 'made', row, refund });
  }
  const cameBack = new Set(rows.filter(({ state }) => state === 'failed'));
  for (const refund of failed) {
    const row =
      rows.find(({ provider_id }) => provider_id === refund.id) ??
      take(({ id }) => id === refund.key);
    if (row === undefined || row.state === 'failed' || row.state === 'replaced') continue;
    changes.push({ kind: 'failed', row, refund });
    cameBack.add({ ...row, provider_id: refund.id });
  }
  for (const refund of foreign) {
    const row = [...cameBack].find(
      (one) => one.source !== 'provider' && one.amount_cents === refund.amountCents,
    );
    if (row) cameBack.delete(row);
    changes.push({ kind: 'foreign', row, refund });
  }
  return changes;
}
