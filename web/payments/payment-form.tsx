import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react';
import { formatDollars } from '#contract/money.ts';
import type { CardsConfig } from '#contract/payments.ts';
import { texts } from '#contract/texts.ts';
import { EmailField } from '#web/session/email-field.tsx';
import { errorsIn } from '#web/session/form-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, useFocusOnError } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Submit } from '#web/ui/submit.tsx';
import { typedText } from '#web/ui/typed-text.ts';
import type { Billing, CardPayer } from './card-provider.ts';
import { SandboxCardForm } from './sandbox-card-form.tsx';
import { usePayment, type ToPay } from './use-payment.ts';

/** Loaded lazily, with Stripe's libraries: a shop with the sandbox never loads it. */
const StripeCardForm = lazy(() =>
  import('./stripe-card-form.tsx').then((file) => ({ default: file.StripeCardForm })),
);

type BillingFaults = Partial<Record<keyof Billing, string>>;

/** The card form and its Pay button (Spec §2). A payer who is not the owner also types name and e-mail. */
export function PaymentForm({ cards, ...toPay }: ToPay & { cards: CardsConfig }) {
  const form = useRef<HTMLFormElement>(null);
  const payer = useRef<CardPayer>(null);
  const [providerReady, setProviderReady] = useState(false);
  const [faults, setFaults] = useState<BillingFaults>();
  const { progress, declined, pay, retry, report } = usePayment(toPay);
  useFocusOnError(form, faults);
  const [order] = toPay.orders;
  const owner = order && 'email' in order ? { name: order.name, email: order.email } : undefined;
  const paying = progress.at === 'paying';
  const cardForm = { payer, onReady: setProviderReady, readOnly: paying };

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = owner ? { billing: owner, wrong: undefined } : billingOf(event.currentTarget);
    setFaults(typed.wrong);
    if (typed.wrong === undefined && payer.current) await pay(payer.current, typed.billing);
  }

  if (progress.at === 'paid')
    return <p className="text-success text-xl font-semibold">{texts.paymentSuccessful}</p>;
  if (progress.at === 'charged' || progress.at === 'checking')
    return (
      <Charged
        message={progress.message}
        checking={progress.at === 'checking'}
        onCheck={() => void report(progress.transactionId)}
      />
    );
  return (
    <form
      ref={form}
      method="post"
      noValidate
      aria-label="Payment"
      className="flex flex-col gap-5"
      onSubmit={(event) => void submit(event)}
    >
      {!owner && <BillingFields faults={faults} readOnly={paying} />}
      {cards.provider === 'sandbox' ? (
        <SandboxCardForm sandbox={cards} {...cardForm} />
      ) : (
        <Suspense fallback={<Spinner label="The card form is loading…" />}>
          <StripeCardForm publishableKey={cards.publishableKey} {...cardForm} />
        </Suspense>
      )}
      {/* Always rendered, so that screen readers announce it; when empty it takes no space. */}
      <div role="status" className="empty:-mt-5">
        {progress.at === 'unavailable' && (
          <Unavailable message={progress.message} onRetry={retry} />
        )}
        {declined !== undefined && progress.at !== 'unavailable' && <Declined message={declined} />}
      </div>
      <Submit
        pending={paying}
        blocked={progress.at !== 'ready' || !providerReady}
        className="min-h-13 w-full text-base"
      >
        <Icon name="lock" />
        {`${texts.pay} ${formatDollars(toPay.total)}`}
      </Submit>
      <p className="quiet text-sm">
        The card provider takes the card; this shop never sees or stores its number. You are charged
        once, in US dollars.
      </p>
    </form>
  );
}

function billingOf(form: HTMLFormElement) {
  const typed = new FormData(form);
  const billing = {
    name: typedText(typed, 'name').trim(),
    email: typedText(typed, 'email').trim(),
  };
  // The browser checks an e-mail field by the HTML5 pattern, which the server uses too.
  const misspelt = form.querySelector('[name="email"]:invalid') !== null;
  const wrong = errorsIn({
    name: billing.name === '' ? texts.nameRequired : undefined,
    email: billing.email === '' ? texts.emailRequired : misspelt ? texts.emailInvalid : undefined,
  });
  return { billing, wrong };
}

function BillingFields(props: { faults: BillingFaults | undefined; readOnly: boolean }) {
  const { faults, readOnly } = props;
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 text-base font-semibold">Who pays</legend>
      <Field
        label="Name"
        name="name"
        autoComplete="cc-name"
        required
        maxLength={100}
        readOnly={readOnly}
        error={faults?.name}
      />
      <EmailField
        autoComplete="email"
        readOnly={readOnly}
        error={faults?.email}
        help="Goes to the card provider only."
      />
    </fieldset>
  );
}

/** The provider's message. Takes the focus, which the Pay button lost while it was disabled. */
function Declined({ message }: { message: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => line.current?.focus(), []);
  return (
    <Notice tone="bad">
      <p tabIndex={-1} ref={line} className="font-semibold outline-none">
        {message}
      </p>
    </Notice>
  );
}

function Unavailable({ message, onRetry }: { message: string; onRetry: () => Promise<void> }) {
  return (
    <Notice tone="waiting">
      <p>{message}</p>
      <Button className="mt-3" onClick={() => void onRetry()}>
        Retry
      </Button>
    </Notice>
  );
}

function Charged(props: { message: string; checking: boolean; onCheck: () => void }) {
  if (props.checking) return <Spinner label="The shop asks the card provider…" />;
  return (
    <div role="status" className="flex flex-col items-start gap-4">
      <h2 className="text-base font-semibold">The card provider took the payment</h2>
      <p>
        Please do not pay again. The order does not show it yet; the shop finds the payment by
        itself within minutes.
      </p>
      <p className="quiet">{`When it was asked: ${props.message}`}</p>
      <Button look="signal" onClick={props.onCheck}>
        Check again
      </Button>
    </div>
  );
}
