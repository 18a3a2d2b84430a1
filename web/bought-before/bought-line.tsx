import { useEffect, useState } from 'react';
import type { BoughtPart } from '#contract/bought-parts.ts';
import { formatDollars } from '#contract/money.ts';
import { call } from '#web/api/call.ts';
import { grouped } from '#web/parts/list/counts.ts';
import { paths } from '#web/paths.ts';
import { momentOf } from '#web/ui/moment.ts';
import { TextLink } from '#web/ui/text-link.tsx';

/** On a part's page, which is the same for everybody: what the signed-in customer bought of it the last time. The browser asks. */
export function BoughtLine(props: { partId: string; email: string; className?: string }) {
  const { partId, email, className } = props;
  const [found, setFound] = useState<BoughtPart>();
  useEffect(() => {
    setFound(undefined);
    const leaving = new AbortController();
    const query = { productId: partId, limit: 1 };
    void call('listBoughtParts', { query }, { signal: leaving.signal }).then(
      ([row]) => setFound(row),
      // The page is whole without.
      () => undefined,
    );
    return () => leaving.abort();
  }, [email, partId]);
  if (found === undefined) return null;
  const { quantity, orderedAt, price, orderId } = found;
  return (
    <p className={`quiet figures text-sm ${className ?? ''}`}>
      {`You bought ${grouped(quantity)} on `}
      <TextLink to={paths.order(orderId)}>{momentOf(orderedAt, 'day')}</TextLink>
      {` at ${formatDollars(price)}.`}
    </p>
  );
}
