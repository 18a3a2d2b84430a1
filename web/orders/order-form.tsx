import { useRef, useState, type FormEvent } from 'react';
import { formatDollars } from '#contract/money.ts';
import { largestQuantity, orderTotal, quantityFits } from '#contract/order-rules.ts';
import type { PartDetail } from '#contract/parts.ts';
import { texts } from '#contract/texts.ts';
import { newRandomKey } from '#web/api/random-key.ts';
import { Field, TextArea, useFocusOnError } from '#web/ui/field.tsx';
import { Submit } from '#web/ui/submit.tsx';
import { HoldLine, useHold } from './hold-line.tsx';
import { useOrderDraft, type OrderDraft } from './order-draft.ts';
import { OrderOutcome } from './order-outcome.tsx';
import { typedQuantity } from './quantity-advice.ts';
import { QuantityField } from './quantity-field.tsx';
import { partNow, submitOrder, type PlacedOrder, type RefusedOrder } from './submit-order.ts';

/** Who orders: name and e-mail are the account's, address and phone its profile's where it has them. */
export interface Orderer {
  readonly name: string;
  readonly email: string;
  readonly address: string;
  readonly phone: string;
}

/** The order form (Spec §2, §5). `onPartChanged` hears what the part is like after an order was made or refused. */
export function OrderForm(props: {
  readonly part: PartDetail;
  readonly orderer: Orderer;
  readonly onPartChanged: (part: PartDetail) => void;
}) {
  const { part, orderer } = props;
  const form = useRef<HTMLFormElement>(null);
  const { draft, type, startAnew } = useOrderDraft(
    { partId: part._id, email: orderer.email },
    { address: orderer.address, phone: orderer.phone, quantity: String(part.orderQuantity) },
  );
  // A new object per refused attempt: the focus moves to the first empty field each time.
  const [attempt, setAttempt] = useState<object>();
  useFocusOnError(form, attempt);
  const { send, pending, outcome } = useSending({ startAnew, onPartChanged: props.onPartChanged });
  const hold = useHold(outcome);
  const missing = (value: string, sentence: string) =>
    attempt && value.trim() === '' ? sentence : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    const quantity = typedQuantity(draft.quantity);
    // Spec §5: an out-of-range quantity sends nothing and shows nothing; the help line has said why already.
    if (!Number.isNaN(quantity) && !quantityFits(quantity, part)) return;
    const empty = [draft.address, draft.phone, draft.quantity].some((value) => value.trim() === '');
    setAttempt(empty ? {} : undefined);
    if (empty || pending) return;
    const { name, email } = orderer;
    void send({ part, name, email, address: draft.address, phone: draft.phone, quantity });
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-4"
      aria-label="Order"
    >
      <DeliveryFields orderer={orderer} draft={draft} onType={type} missing={missing} />
      <QuantityField
        typed={draft.quantity}
        limits={part}
        error={missing(draft.quantity, 'Quantity is required')}
        onType={(quantity) => type({ quantity })}
      />
      <HoldLine hold={hold} />
      <div className="border-base-300 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-t pt-5">
        <Total part={part} quantity={typedQuantity(draft.quantity)} />
        <Submit
          pending={pending}
          look={largestQuantity(part) > 0 ? 'signal' : 'plain'}
          className="min-h-12 px-8 text-base max-sm:w-full"
        >
          {texts.purchaseNowButton}
        </Submit>
      </div>
      <OrderOutcome outcome={outcome} />
    </form>
  );
}

function DeliveryFields(props: {
  readonly orderer: Orderer;
  readonly draft: OrderDraft;
  readonly onType: (change: Partial<OrderDraft>) => void;
  readonly missing: (value: string, sentence: string) => string | undefined;
}) {
  const { orderer, draft, onType, missing } = props;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" name="name" autoComplete="name" value={orderer.name} readOnly />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          value={orderer.email}
          readOnly
        />
      </div>
      <TextArea
        label="Address"
        name="address"
        autoComplete="street-address"
        rows={2}
        required
        maxLength={500}
        value={draft.address}
        onChange={(event) => onType({ address: event.target.value })}
        error={missing(draft.address, 'Address is required')}
      />
      <Field
        label="Phone"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        maxLength={40}
        value={draft.phone}
        onChange={(event) => onType({ phone: event.target.value })}
        error={missing(draft.phone, 'Phone is required')}
      />
    </>
  );
}

function Total({ part, quantity }: { readonly part: PartDetail; readonly quantity: number }) {
  if (!quantityFits(quantity, part)) return <p className="quiet">No total for this quantity</p>;
  return (
    <p className="figures">
      <span className="quiet">{`${quantity} pieces for `}</span>
      <strong className="text-2xl font-extrabold tracking-tight">
        {formatDollars(orderTotal(part.price, quantity))}
      </strong>
    </p>
  );
}

/**
 * Sends orders, one key per rendered form: a double click or a retry makes one order, a new form another.
 * No route action: an order must not load the page again, because a failure of that would take the typed form away.
 */
function useSending(after: {
  readonly startAnew: () => void;
  readonly onPartChanged: (part: PartDetail) => void;
}) {
  const [key, setKey] = useState(newRandomKey);
  const [pending, setPending] = useState(false);
  const [outcome, setOutcome] = useState<PlacedOrder | RefusedOrder>();

  async function send(order: Parameters<typeof submitOrder>[0]) {
    setPending(true);
    setOutcome(undefined);
    try {
      const result = await submitOrder(order, key);
      setOutcome(result);
      if (result.kind === 'placed') after.startAnew();
      if (result.kind === 'placed' || result.code === 'key_reused') setKey(newRandomKey());
    } finally {
      setPending(false);
    }
    const part = await partNow(order.part._id);
    if (part) after.onPartChanged(part);
  }
  return { send, pending, outcome };
}
