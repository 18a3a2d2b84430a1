import { useEffect, useState } from 'react';
import type { PartDetail } from '#contract/parts.ts';
import { useRequiredSession } from '#web/session/require-session.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { loadOrderer, type Orderer } from './load-orderer.ts';
import { OrderForm } from './order-form.tsx';

/**
 * The order form for the signed-in customer. It is rendered in the browser, which alone knows who is signed in and sends
 * guests to the login (Spec §2: login required).
 */
export function OrderPanel(props: { part: PartDetail; onPartChanged: (part: PartDetail) => void }) {
  const session = useRequiredSession();
  const [orderer, setOrderer] = useState<Orderer>();
  useEffect(() => {
    if (session === undefined) return undefined;
    const leaving = new AbortController();
    void loadOrderer(session, leaving.signal).then(
      (loaded) => leaving.signal.aborted || setOrderer(loaded),
    );
    return () => leaving.abort();
  }, [session]);
  const known = orderer !== undefined && orderer.email === session?.email;
  return (
    <>
      <h2 className="text-lg font-semibold">Order this part</h2>
      <div className="mt-4">
        {known ? (
          <OrderForm key={`${props.part._id} ${orderer.email}`} orderer={orderer} {...props} />
        ) : (
          <Spinner className="min-h-[45rem] sm:min-h-[35.5rem]" />
        )}
      </div>
    </>
  );
}
