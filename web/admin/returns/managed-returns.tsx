import type { ReactNode } from 'react';
import { formatDollars } from '#contract/money.ts';
import { returnLimits } from '#contract/return-rules.ts';
import type { ManagedReturn, ReturnStep } from '#contract/returns.ts';
import { paths } from '#web/paths.ts';
import { ReturnFacts } from '#web/returns/order-returns.tsx';
import { Address } from '#web/ui/address.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { Field, TextArea } from '#web/ui/field.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import { Panel } from '#web/ui/page.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { returnStepErrors, type ReturnStepOutcome } from './take-return-step.ts';
import { inPieces } from '#web/ui/in-pieces.ts';

/** Returns with the steps that each of them waits for. */
export function ManagedReturns({ returns }: { returns: readonly ManagedReturn[] }) {
  return (
    <ul className="grid gap-4">
      {returns.map((one) => (
        <li key={one._id}>
          <Panel className="grid gap-x-8 gap-y-4 p-5 sm:p-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className="min-w-0">
              <ReturnFacts of={one} />
              {one.restockedQuantity !== null && (
                <p className="figures mt-1">
                  {one.restockedQuantity === 0
                    ? 'None of them are on sale again.'
                    : `${inPieces(one.restockedQuantity)} on sale again.`}
                </p>
              )}
              <p className="quiet figures mt-3 text-sm [overflow-wrap:anywhere]">
                {'Order '}
                <TextLink to={paths.order(one.orderId)}>{one.orderNumber}</TextLink>
                {`, ${one.productName}, ${formatDollars(one.price)} each`}
                <br />
                {`${one.name}, `}
                <Address email={one.email} />
              </p>
            </div>
            {/* The key resets the forms after each step. */}
            <Steps key={one.status} of={one} />
          </Panel>
        </li>
      ))}
    </ul>
  );
}

function Steps({ of }: { of: ManagedReturn }) {
  if (of.status === 'asked')
    return (
      <div className="flex flex-col gap-2">
        <StepForm of={of} step="agree" button="Agree">
          {(errors) => (
            <Words
              label="What to do"
              help="Where to send the pieces, and how"
              error={errors?.words}
            />
          )}
        </StepForm>
        <Decline of={of} />
      </div>
    );
  if (of.status === 'agreed')
    return (
      <div className="flex flex-col gap-2">
        <StepForm of={of} step="receive" button="They have arrived">
          {(errors) => (
            <Field
              label="Pieces that have arrived"
              name="quantity"
              inputMode="numeric"
              autoComplete="off"
              maxLength={9}
              defaultValue={of.quantity}
              required
              error={errors?.quantity}
            />
          )}
        </StepForm>
        <Decline of={of} />
      </div>
    );
  return of.status === 'received' ? <Settle of={of} /> : null;
}

function Decline({ of }: { of: ManagedReturn }) {
  return (
    <details>
      <summary className="link w-fit cursor-pointer py-2.5">
        {of.status === 'agreed' ? 'Nothing has come' : 'Decline'}
      </summary>
      <StepForm of={of} step="decline" button="Decline the return" look="plain">
        {(errors) => <Words label="Why not" help="The customer reads it" error={errors?.words} />}
      </StepForm>
    </details>
  );
}

function Words(props: { label: string; help: string; error: string | undefined }) {
  return <TextArea {...props} name="words" maxLength={returnLimits.wordsLength} required />;
}

function Settle({ of }: { of: ManagedReturn }) {
  return (
    <StepForm
      of={of}
      step="settle"
      button="Settle"
      question={(fields) => {
        const [amount, restock] = [Number(fields.get('amount')), Number(fields.get('restock'))];
        return `${amount === 0 ? 'Give no money' : `Give ${formatDollars(amount)}`} back for ${inPieces(of.receivedQuantity ?? 0)}, and put ${restock === 0 ? 'none' : restock} of them on sale again?`;
      }}
    >
      {(errors) => (
        <>
          <Field
            label="Amount in dollars"
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={of.refundable.toFixed(2)}
            maxLength={12}
            required
            error={errors?.amount}
            help={`At most ${formatDollars(of.refundable)}; less where something is kept back`}
          />
          <Field
            label="Pieces back on sale"
            name="restock"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={0}
            maxLength={9}
            required
            error={errors?.restock}
            help={`At most ${of.restockable}; only those that can be sold as new`}
          />
        </>
      )}
    </StepForm>
  );
}

type Errors = ReturnType<typeof returnStepErrors>;

function StepForm(props: {
  of: ManagedReturn;
  step: ReturnStep['step'];
  button: string;
  look?: 'plain';
  /** Asked before the step is taken. */
  question?: (fields: FormData) => string;
  children: (errors: Errors) => ReactNode;
}) {
  const { of, step, button, look, question } = props;
  const { Form, attributes, pending, outcome, errors, asked, yes, no } = useForm<ReturnStepOutcome>(
    {
      check: (fields) => returnStepErrors(fields, of),
      asks: question !== undefined,
    },
  );
  return (
    <Form {...attributes} aria-label={`${button}: ${of.number}`} className="flex flex-col gap-3">
      <input type="hidden" name="return" value={of._id} />
      <input type="hidden" name="return-step" value={step} />
      {props.children(errors)}
      <FormEnd button={button} pending={pending} outcome={outcome} {...(look && { look })} />
      <Confirm
        open={asked !== undefined}
        title="Settle the return"
        question={asked && question ? question(asked) : ''}
        pending={pending}
        onYes={yes}
        onNo={no}
      />
    </Form>
  );
}
