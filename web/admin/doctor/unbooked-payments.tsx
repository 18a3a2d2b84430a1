import type { UnbookedPayment } from '#contract/unbooked-payments.ts';
import { formatDollars } from '#contract/money.ts';
import { bulkFields, idsIn } from '#web/admin/list/bulk-step.ts';
import { call } from '#web/api/call.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { momentOf } from '#web/ui/moment.ts';
import { StepNoteLine, type StepOutcome } from '#web/ui/step-note.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { takeStep } from '#web/ui/take-step.ts';
import { useStep } from '#web/ui/use-step.ts';

/** The step of the doctor's page. */
export const refundStep = 'refund-unbooked';

const columns: readonly Column<UnbookedPayment>[] = [
  {
    head: 'Payment',
    cell: ({ _id }) => <span className="figures [overflow-wrap:anywhere]">{_id}</span>,
  },
  { head: 'Opened', cell: ({ createdAt }) => momentOf(createdAt) },
  {
    head: 'Amount',
    numeric: true,
    cell: ({ amount }) => formatDollars(amount),
  },
  {
    head: 'State',
    cell: ({ state }) =>
      state === 'paid' ? (
        <Badge tone="bad">Without an order</Badge>
      ) : (
        <Badge tone="waiting">Being refunded</Badge>
      ),
  },
];

/** Money at the card provider whose orders are not here, and the way to give all of it back. */
export function UnbookedPayments({ payments }: { payments: readonly UnbookedPayment[] }) {
  const step = useStep<readonly UnbookedPayment[]>(bulkFields(refundStep));
  if (payments.length === 0) return null;
  const waiting = payments.filter(({ state }) => state === 'paid');
  const asked = step.asked ?? [];
  return (
    <section className="mb-8" aria-labelledby="unbooked">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="max-w-2xl">
          <h2 id="unbooked" className="mb-1 text-lg font-semibold">
            Payments without an order
          </h2>
          <p className="quiet">
            The card provider holds them for this shop, and their orders are not here: an older
            backup was restored, or this is a copy of a shop that goes on selling.
          </p>
        </div>
        {waiting.length > 0 && (
          <Button
            look="danger"
            className="h-auto max-w-full py-2 whitespace-normal"
            onClick={() => step.ask(waiting)}
          >
            {`Refund ${wordsFor(waiting)}`}
          </Button>
        )}
      </div>
      <StepNoteLine note={step.note} rowId={refundStep} />
      <Table
        label="Their amounts and states"
        rows={payments}
        keyOf={({ _id }) => _id}
        columns={columns}
      />
      <Confirm
        open={step.asked !== undefined}
        title="Confirm Refunds"
        question={`Give ${wordsFor(asked)} back? Do it only where no other database of this shop has these orders: there they would go unpaid.`}
        pending={step.pending}
        yes="danger"
        onYes={step.yes}
        onNo={step.no}
      />
    </section>
  );
}

/** Lets the payments be given back; that is done in the background. */
export function refundUnbooked(form: FormData): Promise<StepOutcome> {
  const ids = idsIn(form);
  return takeStep(
    () => call('refundUnbookedPayments', { body: { ids } }),
    refundStep,
    'Nothing was refunded.',
  );
}

function wordsFor(payments: readonly UnbookedPayment[]): string {
  const sum = formatDollars(payments.reduce((total, { amount }) => total + amount, 0));
  return payments.length === 1 ? sum : `${payments.length} payments, ${sum}`;
}
