import { useState } from 'react';
import { dollarsOf, centsOf, formatDollars } from '#contract/money.ts';
import { leftToRefund, leftToShip } from '#contract/order-rules.ts';
import type { Order } from '#contract/orders.ts';
import { keptKey } from '#web/api/kept-keys.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import { useForm, type FieldErrors } from '#web/ui/use-form.ts';
import {
  longestReason,
  refundErrors,
  restockWords,
  typedRefund,
  type RefundOutcome,
  type TypedRefund,
} from './refund-order.ts';
import { inPieces } from '#web/ui/in-pieces.ts';

/** Refunds an order wholly, in part, or the pieces of it that will not be shipped, after a confirmation (decisions: Orders). */
export function RefundForm({ order }: { order: Order }) {
  const left = { dollars: leftToRefund(order), pieces: order.status ? 0 : leftToShip(order) };
  const [ofPieces, setOfPieces] = useState(false);
  const { Form, attributes, pending, outcome, errors, ...question } = useForm<RefundOutcome>({
    check: (fields) => refundErrors(typedRefund(fields), left),
    asks: true,
    key: () => keptKey('refund', order._id),
  });
  return (
    <Form {...attributes} aria-label="Refund" className="flex flex-col gap-4">
      <h3 className="text-base font-semibold">Refund</h3>
      <input type="hidden" name="step" value="refund" />
      <input type="hidden" name="before" value={order.refundedTotal} />
      {left.pieces > 0 && (
        <Select
          label="What for"
          name="what"
          value={ofPieces ? 'pieces' : 'amount'}
          onChange={(event) => setOfPieces(event.target.value === 'pieces')}
        >
          <option value="amount">An amount</option>
          <option value="pieces">Pieces that will not be shipped</option>
        </Select>
      )}
      {ofPieces ? (
        // What is left may have become less since the field was filled.
        <PiecesFields key={left.pieces} order={order} left={left.pieces} errors={errors} />
      ) : (
        <AmountFields key={left.dollars} order={order} left={left.dollars} errors={errors} />
      )}
      <Field
        label="Reason"
        name="reason"
        autoComplete="off"
        maxLength={longestReason}
        required
        error={errors?.reason}
        help="The customer reads it"
      />
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

type Errors = FieldErrors<keyof TypedRefund> | undefined;

function AmountFields({ order, left, errors }: { order: Order; left: number; errors: Errors }) {
  return (
    <>
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
      <Select label="Pieces back on sale" name="restock" defaultValue="no" error={errors?.restock}>
        <option value="no">No</option>
        <option value="yes">{restockWords(order).choice}</option>
      </Select>
    </>
  );
}

function PiecesFields({ order, left, errors }: { order: Order; left: number; errors: Errors }) {
  return (
    <>
      <Field
        label="Pieces"
        name="pieces"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={left}
        maxLength={9}
        required
        error={errors?.pieces}
        help={`${left} are left to ship, at ${formatDollars(order.price)} each`}
      />
      <Select label="Pieces back on sale" name="restock" defaultValue="yes">
        <option value="yes">Yes</option>
        <option value="no">No</option>
      </Select>
    </>
  );
}

function questionOf(order: Order, { amount, pieces, restock }: TypedRefund): string {
  const to = `back to the card of ${order.name || order.email}?`;
  if (pieces === '')
    return `Give ${formatDollars(Number(amount))} ${to} ${
      restock ? restockWords(order).sentence : 'No pieces go back on sale.'
    }`;
  const price = dollarsOf(centsOf(order.price) * Number(pieces));
  return `Give ${formatDollars(price)} ${to} ${inPieces(Number(pieces))} will then not be shipped. ${
    restock ? 'They go back on sale.' : 'They do not go back on sale.'
  }`;
}
