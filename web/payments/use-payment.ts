import { useCallback, useEffect, useState } from 'react';
import { useNavigate, useParams, useRevalidator } from 'react-router';
import type { Order, OrderToPay } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import type { PaidOrder } from '#web/home/paid-strip.tsx';
import { paths } from '#web/paths.ts';
import { dayAndTime } from '#web/ui/day-and-time.ts';
import { dismissToasts, toastError, toastSuccess } from '#web/ui/toasts.tsx';
import { codesToAskAgain, type Billing, type CardPayer } from './card-provider.ts';

/** The state of the payment. */
export type Progress =
  | { readonly at: 'preparing' }
  | { readonly at: 'ready' | 'paying'; readonly clientSecret: string }
  /** No payment could be opened: shown with Retry and without a toast (decisions: Payment). */
  | { readonly at: 'unavailable'; readonly message: string }
  /** The card was charged, but the shop could not confirm it yet: Pay is not offered again. */
  | {
      readonly at: 'charged' | 'checking';
      readonly transactionId: string;
      readonly message: string;
    }
  | { readonly at: 'paid' };

/** What one payment collects: an order, or several of one customer. */
export interface ToPay {
  readonly orders: readonly (Order | OrderToPay)[];
  /** Their sum, in dollars. */
  readonly total: number;
  /** Called when they are paid; default: the home page, which says so. */
  readonly onPaid?: () => Promise<void> | void;
}

/** Opens and completes a payment. */
export function usePayment(toPay: ToPay) {
  const [progress, setProgress] = useState<Progress>({ at: 'preparing' });
  const [declined, setDeclined] = useState<string>();
  const prepare = usePreparing(toPay, setProgress);
  const report = useReporting(toPay, setProgress);

  async function pay(payer: CardPayer, billing: Billing) {
    if (progress.at !== 'ready') return;
    const { clientSecret } = progress;
    setDeclined(undefined);
    dismissToasts();
    setProgress({ at: 'paying', clientSecret });
    const answer = await payer.confirm(clientSecret, billing);
    if (answer.ok) return report(answer.id);
    // Spec §8: the provider's message as a toast; the page shows it too.
    toastError(answer.message);
    if (!answer.besideField) setDeclined(answer.message);
    return codesToAskAgain.has(answer.code)
      ? prepare()
      : setProgress({ at: 'ready', clientSecret });
  }

  return { progress, declined, pay, retry: () => prepare(), report };
}

/** Refusals that mean that the page is out of date. */
const changedElsewhere = ['order_paid', 'order_not_found', 'pay_link_renewed'];

/** Fetches the client secret, at once and whenever the returned function is called. */
function usePreparing({ orders, total }: ToPay, setProgress: (progress: Progress) => void) {
  const { revalidate } = useRevalidator();
  const { key: linkKey } = useParams();
  const ids = orders.map(({ _id }) => _id).join();
  const prepare = useCallback(
    async (signal?: AbortSignal) => {
      setProgress({ at: 'preparing' });
      try {
        const [orderId = '', ...others] = ids.split(',');
        const body = {
          price: total,
          ...(others.length > 0 ? { orderIds: [orderId, ...others] } : { orderId }),
          ...(linkKey === undefined ? {} : { linkKey }),
        };
        const options = signal ? { signal } : {};
        const { clientSecret } = await call('createPaymentIntent', { body }, options);
        if (!signal?.aborted) setProgress({ at: 'ready', clientSecret });
      } catch (error) {
        if (signal?.aborted) return;
        const refusal = error instanceof ApiError ? error : undefined;
        const message = refusal ? sentenceOf(refusal) : 'The payment could not be prepared.';
        if (refusal && changedElsewhere.includes(refusal.code)) await revalidate();
        else setProgress({ at: 'unavailable', message });
      }
    },
    [ids, total, linkKey, revalidate, setProgress],
  );
  useEffect(() => {
    const gone = new AbortController();
    void prepare(gone.signal);
    return () => gone.abort();
  }, [prepare]);
  return prepare;
}

/** Why no payment could be opened; after too many declined cards also when the next one is possible. */
function sentenceOf({ message, body: { payableFrom } }: ApiError): string {
  return typeof payableFrom === 'string'
    ? `${message} The next one can be tried from ${dayAndTime(payableFrom)} on.`
    : message;
}

/** Reports the payment to the shop; only the shop's answer makes it a success. */
function useReporting({ orders, total, onPaid }: ToPay, setProgress: (progress: Progress) => void) {
  const navigate = useNavigate();
  return async (transactionId: string) => {
    setProgress({ at: 'checking', transactionId, message: 'The shop asks the card provider.' });
    // One of them is enough: the shop settles the whole payment.
    const [order] = orders;
    if (order === undefined) return;
    try {
      await call('confirmPayment', {
        params: { id: order._id },
        body: { orderId: order._id, transactionId },
      });
    } catch (error) {
      const message = error instanceof ApiError ? error.message : 'The shop could not be asked.';
      return setProgress({ at: 'charged', transactionId, message });
    }
    setProgress({ at: 'paid' });
    toastSuccess(texts.paymentSuccessful);
    if (onPaid) return onPaid();
    // Replaces the history entry, so that Back does not lead to a Pay button.
    const { _id, quantity, productName } = order;
    const email = 'email' in order ? order.email : undefined;
    const paid = {
      _id,
      total,
      quantity,
      productName,
      email,
      orders: orders.length,
    } satisfies PaidOrder;
    await navigate(paths.start, { replace: true, state: { paid } });
  };
}
