import type { CardRefund } from '#server/third-parties/cards/port.ts';
import type { BookedRefund } from './refund-store.ts';

/** A difference between the provider's refunds of a payment and the books. */
type RefundChange = { readonly refund: CardRefund } & (
  | { readonly kind: 'made' | 'failed'; readonly row: BookedRefund }
  /** It takes the place of one of ours that failed. */
  | { readonly kind: 'again'; readonly row: FailedRefund }
  /** The shop did not ask for it. */
  | { readonly kind: 'foreign'; readonly row?: undefined }
);

/** A refund that the provider took and that came back. */
export type FailedRefund = BookedRefund & { readonly provider_id: string };

/**
 * What has to change in the books so that each refund at the provider is in them once. A refund is matched by the
 * provider's id, then by the id of ours in its metadata. One without metadata is matched with a refund of ours of the same
 * amount that the provider does not have yet: it is older than the metadata, or somebody made it by hand because ours was
 * late. A wrong match leaves a promised refund unpaid, but money never goes back twice. One that nobody asked for, of the
 * amount of one of ours that failed, takes its place: so failures come first. One whose place was taken moves no more, whatever
 * an older answer of the provider says.
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
    else if (row !== known || !isSettled(known)) changes.push({ kind: 'made', row, refund });
  }
  for (const refund of unknown) {
    const isSameAmount = (row: BookedRefund) => row.amount_cents === refund.amountCents;
    const row = take((one) => one.state === 'done' && isSameAmount(one)) ?? take(isSameAmount);
    if (row === undefined) foreign.push(refund);
    else changes.push({ kind: 'made', row, refund });
  }
  const cameBack = new Set(rows.filter(isFailed));
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
    changes.push(row ? { kind: 'again', row, refund } : { kind: 'foreign', refund });
  }
  return changes;
}

/** Whether nothing more can be heard of it but a failure. */
function isSettled({ state }: BookedRefund): boolean {
  return state === 'done' || state === 'replaced';
}

function isFailed(row: BookedRefund): row is FailedRefund {
  return row.state === 'failed' && row.provider_id !== null;
}
