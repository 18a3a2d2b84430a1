import type { ManagedPart } from '#contract/parts.ts';
import { Field } from '#web/ui/field.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import { useForm } from '#web/ui/use-form.ts';
import {
  stockErrors,
  typedAdjustment,
  type StockErrors,
  type StockOutcome,
} from './adjust-stock.ts';

/** Puts pieces in or takes them out, with the reason, which stays in the ledger. */
export function StockForm({ part }: { readonly part: ManagedPart }) {
  const { Form, attributes, pending, outcome, errors } = useForm<
    StockOutcome | { readonly kind: 'invalid'; readonly errors: StockErrors }
  >({
    check: (fields) => stockErrors(typedAdjustment(fields)),
    after: ({ kind }, form) => kind === 'adjusted' && form?.reset(),
  });
  return (
    <Form {...attributes} className="flex flex-col gap-4">
      <input type="hidden" name="step" value="stock" />
      <p className="figures">
        <strong className="text-xl font-semibold">{part.inStock}</strong> pieces in stock, the
        minimum order is {part.orderQuantity}.
      </p>
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <Field
          label="Change"
          name="change"
          inputMode="text"
          autoComplete="off"
          maxLength={10}
          required
          error={errors?.change}
          help="Pieces: 200 puts in, -50 takes out"
        />
        <Field
          label="Reason"
          name="reason"
          autoComplete="off"
          maxLength={200}
          required
          error={errors?.reason}
          help="Stays in the ledger"
        />
      </div>
      <FormEnd button="Adjust stock" look="plain" pending={pending} outcome={outcome} />
    </Form>
  );
}
