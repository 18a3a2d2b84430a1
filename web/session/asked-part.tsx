import { useEffect, useState } from 'react';
import { call } from '#web/api/call.ts';
import { Notice } from '#web/ui/notice.tsx';
import { returnPath } from './return-path.ts';

/** On the login page: the part that the visitor wanted to order, if any. */
export function AskedPart() {
  const [part, setPart] = useState<{ readonly name: string; readonly price: string }>();
  useEffect(() => {
    const id = /^\/purchase\/([\w-]+)/.exec(returnPath())?.[1];
    if (id === undefined) return undefined;
    const leaving = new AbortController();
    // The form works without it.
    askFor(id, leaving.signal).then(setPart, () => undefined);
    return () => leaving.abort();
  }, []);
  if (part === undefined) return null;
  return (
    <Notice className="mb-4">
      To order <strong className="[overflow-wrap:anywhere]">{part.name}</strong>
      {` for ${part.price}, log in or register. You come back to it.`}
    </Notice>
  );
}

/** The words for prices are loaded only where there is a part. */
async function askFor(id: string, signal: AbortSignal) {
  const [part, { priceInWords }] = await Promise.all([
    call('getPart', { params: { id } }, { signal }),
    import('./price-in-words.ts'),
  ]);
  return { name: part.name, price: priceInWords(part) };
}
