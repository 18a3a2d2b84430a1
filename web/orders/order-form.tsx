import { useState } from 'react';
import { largestQuantity, quantityFits, unitPrice } from '#contract/order-rules.ts';
import type { PartDetail } from '#contract/parts.ts';
import { texts } from '#contract/texts.ts';
import { Field } from '#web/ui/field.tsx';
import { Submit } from '#web/ui/submit.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { useMisfitQuestion } from '#web/vehicle/misfit-question.tsx';
import { HoldLine, useHold } from './hold-line.tsx';
import { DeliveryFields } from './delivery-fields.tsx';
import type { Orderer } from './load-orderer.ts';
import { useOrderDraft, type OrderDraft } from './order-draft.ts';
import { OrderMade, OrderNotice } from './order-notice.tsx';
import { OrderTotal } from './order-total.tsx';
import { PriceBreaks } from './price-breaks.tsx';
import { typedQuantity } from './quantity-advice.ts';
import { QuantityField } from './quantity-field.tsx';
import { partNow, typedOrder, type OrderErrors, type OrderOutcome } from './submit-order.ts';

/** The order form (Spec §2, §5). `onPartChanged` gets the part's new state after an order was placed or refused. */
export function OrderForm(props: {
  part: PartDetail;
  orderer: Orderer;
  onPartChanged: (part: PartDetail) => void;
}) {
  const { part, orderer, onPartChanged } = props;
  const { address = '', phone = '' } = orderer.deliveries[0] ?? {};
  const { draft, type, startAnew } = useOrderDraft(
    { partId: part._id, email: orderer.email },
    { address, phone, quantity: String(part.orderQuantity) },
  );
  const question = useMisfitQuestion([{ id: part._id, name: part.name }]);
  const { Form, attributes, pending, outcome, errors, asked, yes, no } = useForm<OrderOutcome>({
    asks: question.asks,
    asksLater: question.asksLater,
    check: (fields) => orderErrors(typedOrder(fields), part),
    after({ kind }) {
      if (kind === 'placed') startAnew();
      void partNow(part._id).then((now) => now && onPartChanged(now));
    },
  });
  const hold = useHold(outcome);
  const quantity = typedQuantity(draft.quantity);
  const take = (wanted: string) => type({ quantity: wanted });
  // The order after which the customer opened the form again.
  const [again, setAgain] = useState<OrderOutcome>();

  if (outcome?.kind === 'placed' && again !== outcome)
    return <OrderMade order={outcome} onAgain={() => setAgain(outcome)} />;
  return (
    <Form {...attributes} className="flex flex-col gap-4" aria-label="Order">
      {/* Spec §7 sends these copies; the server uses its own values. */}
      <input type="hidden" name="productName" value={part.name} />
      <input type="hidden" name="price" value={unitPrice(quantity, part)} />
      <input type="hidden" name="image" value={part.image} />
      <OrdererFields name={orderer.name} email={orderer.email} />
      <DeliveryFields orderer={orderer} delivery={draft} onType={type} errors={errors} />
      <QuantityField typed={draft.quantity} limits={part} error={errors?.quantity} onType={take} />
      <PriceBreaks part={part} quantity={quantity} />
      <HoldLine hold={hold} />
      <OrderNotice outcome={outcome} />
      {question.render(asked !== undefined, { onOrder: yes, onBack: no })}
      <div className="border-base-300 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-t pt-5">
        <OrderTotal part={part} quantity={quantity} onTake={take} />
        <Submit
          pending={pending}
          look={largestQuantity(part) > 0 ? 'signal' : 'plain'}
          className="min-h-12 px-8 text-base max-sm:w-full"
        >
          {texts.purchaseNowButton}
        </Submit>
      </div>
    </Form>
  );
}

/** The errors; empty when only the quantity is out of range: then nothing is sent and no error is shown (Spec §5). */
function orderErrors(draft: OrderDraft, part: PartDetail): OrderErrors | undefined {
  const quantity = typedQuantity(draft.quantity);
  if (!Number.isNaN(quantity) && !quantityFits(quantity, part)) return {};
  const empty = Object.entries(missing).filter(
    ([field]) => draft[field as keyof OrderDraft].trim() === '',
  );
  return empty.length === 0 ? undefined : Object.fromEntries(empty);
}

const missing: Required<OrderErrors> = {
  address: 'Address is required',
  phone: 'Phone is required',
  quantity: 'Quantity is required',
};

/** Who orders; only the profile changes it. */
function OrdererFields({ name, email }: Pick<Orderer, 'name' | 'email'>) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Name" name="name" autoComplete="name" value={name} readOnly />
      <Field label="Email" name="email" type="email" autoComplete="email" value={email} readOnly />
    </div>
  );
}
