import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeCardElementOptions } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/dist/pure.mjs';
import { useEffect, useId, useImperativeHandle, useMemo, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Billing, CardFormProps } from './card-provider.ts';
import { confirmationOf, noAnswer } from './stripe-answer.ts';

/**
 * Stripe's card field (Spec §9: the card type). The card is typed into a frame of js.stripe.com: neither the shop's scripts
 * nor its server ever see the number.
 */
export function StripeCardForm(props: CardFormProps & { publishableKey: string }) {
  const { publishableKey, ...form } = props;
  const [tries, setTries] = useState(0);
  const [stripe, setStripe] = useState<Stripe | 'failed'>();

  useEffect(() => {
    let gone = false;
    const set = (loaded: Stripe | null) => void (gone || setStripe(loaded ?? 'failed'));
    // Loads the script once per page; a failure can be retried.
    loadStripe(publishableKey).then(set, () => set(null));
    return () => void (gone = true);
  }, [publishableKey, tries]);

  function retry() {
    setStripe(undefined);
    setTries(tries + 1);
  }

  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 text-base font-semibold">Card</legend>
      {stripe === undefined && <Spinner label="The card form is loading…" />}
      {stripe === 'failed' && <NotLoaded onRetry={retry} />}
      {typeof stripe === 'object' && (
        <Elements stripe={stripe} key={tries}>
          <CardField {...form} onFailed={() => setStripe('failed')} />
        </Elements>
      )}
    </fieldset>
  );
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <div
      role="status"
      className="border-warning flex flex-wrap items-center justify-between gap-3 border-s-4 ps-3"
    >
      <p>
        The card provider cannot be reached. Please check the connection, or what blocks
        js.stripe.com in this browser.
      </p>
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}

function CardField(props: CardFormProps & { onFailed: () => void }) {
  const { payer, onReady, readOnly, onFailed } = props;
  const id = useId();
  const stripe = useStripe();
  const elements = useElements();
  const [fault, setFault] = useState<string>();
  const options = useFieldLook(readOnly);

  useEffect(() => () => onReady(false), [onReady]);

  useImperativeHandle(payer, () => ({
    confirm: async (clientSecret: string, { name, email }: Billing) => {
      const card = elements?.getElement(CardElement);
      if (!stripe || !card) return noAnswer;
      const asked = stripe.confirmCardPayment(clientSecret, {
        payment_method: { card, billing_details: { name, email } },
      });
      const answer = await asked.then(confirmationOf, () => noAnswer);
      if (!answer.ok && 'besideField' in answer) {
        setFault(answer.message);
        card.focus();
      }
      return answer;
    },
  }));

  return (
    <div className="flex flex-col gap-1.5">
      <span id={id} className="text-sm font-semibold">
        Card number, expiry and security code
      </span>
      <div
        role="group"
        aria-labelledby={id}
        aria-describedby={fault === undefined ? undefined : `${id}fault`}
        className={`rounded-field bg-base-100 min-h-11 border px-3 py-3 ${fault === undefined ? 'border-base-content/50' : 'border-error'}`}
      >
        <CardElement
          options={options}
          onReady={() => onReady(true)}
          onLoadError={() => {
            onReady(false);
            onFailed();
          }}
          onChange={({ error }) => setFault(error?.message)}
        />
      </div>
      {fault !== undefined && (
        <p id={`${id}fault`} className="text-error text-sm font-semibold">
          {fault}
        </p>
      )}
    </div>
  );
}

/** The page's styles do not apply inside Stripe's frame, so the field gets the theme's colours as options. */
function useFieldLook(readOnly: boolean): StripeCardElementOptions {
  const [colors, setColors] = useState(themeColors);
  useEffect(() => {
    const dark = window.matchMedia('(prefers-color-scheme: dark)');
    const read = () => setColors(themeColors());
    dark.addEventListener('change', read);
    return () => dark.removeEventListener('change', read);
  }, []);
  return useMemo(
    () => ({
      // Spec §7 sends name and e-mail with the card, nothing else.
      hidePostalCode: true,
      disableLink: true,
      disabled: readOnly,
      style: {
        base: { fontSize: '16px', color: colors.text, '::placeholder': { color: colors.faint } },
        invalid: { color: colors.error },
      },
    }),
    [readOnly, colors],
  );
}

function themeColors(): { text: string; faint: string; error: string } {
  const theme = getComputedStyle(document.documentElement);
  const color = (name: string) => theme.getPropertyValue(`--color-${name}`).trim();
  return { text: color('base-content'), faint: color('secondary'), error: color('error') };
}
