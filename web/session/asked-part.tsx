import { useEffect, useState } from 'react';
import type { PartDetail } from '#contract/parts.ts';
import { formatDollars } from '#contract/money.ts';
import { lowestPriceInWords } from '#web/parts/quantities.ts';
import { call } from '#web/api/call.ts';
import { Notice } from '#web/ui/notice.tsx';
import { returnPath } from './return-path.ts';

/** On the login page: the part that the visitor wanted to order, if any. */
export function AskedPart() {
  const [part, setPart] = useState<PartDetail>();
  useEffect(() => {
    const id = /^\/purchase\/([\w-]+)/.exec(returnPath())?.[1];
    if (id === undefined) return undefined;
    const leaving = new AbortController();
    // The form works without it.
    call('getPart', { params: { id } }, { signal: leaving.signal }).then(setPart, () => undefined);
    return () => leaving.abort();
  }, []);
  if (part === undefined) return null;
  return (
    <Notice className="mb-4">
      To order <strong className="[overflow-wrap:anywhere]">{part.name}</strong>
      {` for ${[`${formatDollars(part.price)} per piece`, lowestPriceInWords(part)].filter(Boolean).join(', ')}, log in or register. You come back to it.`}
    </Notice>
  );
}
