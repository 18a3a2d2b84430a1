import { useRef, useState, type SyntheticEvent } from 'react';
import { formatDollars } from '#contract/money.ts';
import { leftToRefund } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { StepNoteLine } from '#web/ui/step-note.tsx';
import type { Step } from '#web/ui/use-step.ts';
import { newRandomKey } from '#web/api/random-key.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { Field, Select, useFocusOnError } from '#web/ui/field.tsx';
import { Submit } from '#web/ui/submit.tsx';
import { typedText } from '#web/ui/typed-text.ts';
import {
  longestReason,
  refundErrors,
  type RefundErrors,
  type TypedRefund,
} from './refund-order.ts';

/** A refund to ask about, with the key of the form it comes from. */
export interface AskedRefund extends TypedRefund {
  readonly key: string;
}

/** Gives back all or part of an order's money, after a question (decisions: Orders). */
export function RefundForm({
  order,
  step,
}: {
  readonly order: Order;
  readonly step: Step<AskedRefund>;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [key] = useState(newRandomKey);
  const [errors, setErrors] = useState<RefundErrors>();
  useFocusOnError(form, errors);
  const left = leftToRefund(order);

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const typed = {
      amount: typedText(fields, 'amount').trim(),
      reason: typedText(fields, 'reason').trim(),
      restock: typedText(fields, 'restock') === 'yes',
    };
    const wrong = refundErrors(typed, left);
    setErrors(wrong);
    if (wrong === undefined) step.ask({ ...typed, key });
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={submit}
      aria-label="Refund"
      className="flex flex-col gap-4"
    >
      <h3 className="text-lg font-bold">Refund</h3>
      <Field
        label="Amount in dollars"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={left.toFixed(2)}
        maxLength={12}
        required
        error={errors?.amount}
        help={`${formatDollars(left)} are left to refund`}
      />
      <Field
        label="Reason"
        name="reason"
        autoComplete="off"
        maxLength={longestReason}
        required
        error={errors?.reason}
        help="The customer reads it"
      />
      <Select label="Pieces back on sale" name="restock" defaultValue="no" error={errors?.restock}>
        <option value="no">No</option>
        <option value="yes">{`Yes, all ${order.quantity}`}</option>
      </Select>
      <div>
        <Submit look="plain" pending={step.pending} className="px-8 max-sm:w-full">
          Refund
        </Submit>
        <StepNoteLine note={step.note} rowId={order._id} />
      </div>
      <Confirm
        open={step.asked !== undefined}
        title="Confirm Refund"
        question={step.asked === undefined ? '' : questionOf(order, step.asked)}
        pending={step.pending}
        onYes={step.yes}
        onNo={step.no}
      />
    </form>
  );
}

function questionOf({ name, email, quantity }: Order, { amount, restock }: AskedRefund): string {
  const pieces = restock ? `The ${quantity} pieces go back on sale.` : 'The pieces stay off sale.';
  return `Give ${formatDollars(Number(amount))} back to the card of ${name || email}? ${pieces}`;
}
