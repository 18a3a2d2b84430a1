import { formatDollars } from '#contract/money.ts';
import { leftToRefund } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import { useForm } from '#web/ui/use-form.ts';
import {
  longestReason,
  refundErrors,
  typedRefund,
  type RefundOutcome,
  type TypedRefund,
} from './refund-order.ts';

/** Refunds an order wholly or in part, after a confirmation (decisions: Orders). */
export function RefundForm({ order }: { order: Order }) {
  const left = leftToRefund(order);
  const { Form, attributes, pending, outcome, errors, ...question } = useForm<RefundOutcome>({
    check: (fields) => refundErrors(typedRefund(fields), left),
    asks: true,
  });
  return (
    <Form {...attributes} aria-label="Refund" className="flex flex-col gap-4">
      <h3 className="text-base font-semibold">Refund</h3>
      <input type="hidden" name="step" value="refund" />
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
        <option value="yes">
          {order.status ? `Yes, all ${order.quantity} came back` : `Yes, all ${order.quantity}`}
        </option>
      </Select>
      <FormEnd button="Refund" look="plain" pending={pending} outcome={outcome} />
      <Confirm
        open={question.asked !== undefined}
        title="Confirm Refund"
        question={question.asked ? questionOf(order, typedRefund(question.asked)) : ''}
        pending={pending}
        onYes={question.yes}
        onNo={question.no}
      />
    </Form>
  );
}

function questionOf(order: Order, { amount, restock }: TypedRefund): string {
  return `Give ${formatDollars(Number(amount))} back to the card of ${order.name || order.email}? ${piecesSentence(order, restock)}`;
}

/** Says what happens to the pieces: those of a shipped order can only be sold again if the customer sent them back. */
function piecesSentence({ status, quantity }: Order, restock: boolean): string {
  if (!restock) return 'No pieces go back on sale.';
  return status
    ? `The ${quantity} pieces came back and go on sale again.`
    : `The ${quantity} pieces go back on sale.`;
}
