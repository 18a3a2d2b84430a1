import type { Order } from '#contract/orders.ts';
import type { Step } from '#web/ui/use-step.ts';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { inPieces } from '#web/ui/in-pieces.ts';

/** What the listed orders hold, and the way to put all of it back on sale. */
export function ReleaseListed({
  orders,
  step,
}: {
  readonly orders: readonly Order[];
  readonly step: Step<readonly Order[]>;
}) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="figures">
        {`The ${ordersIn(orders)} listed here by accounts that never paid ${orders.length === 1 ? 'holds' : 'hold'} `}
        <strong className="font-semibold">{inPieces(piecesOf(orders))}</strong>.
      </p>
      <Button onClick={() => step.ask(orders)}>Release them</Button>
    </div>
  );
}

/** Asks before the listed orders are cancelled. */
export function ConfirmRelease({ step }: { readonly step: Step<readonly Order[]> }) {
  const orders = step.asked ?? [];
  return (
    <Confirm
      open={step.asked !== undefined}
      title="Confirm Release"
      question={`Cancel the ${ordersIn(orders)} listed here? Their pieces, ${piecesOf(orders)} in all, go back on sale, and the customers are told.`}
      pending={step.pending}
      onYes={step.yes}
      onNo={step.no}
    />
  );
}

function ordersIn({ length }: readonly Order[]): string {
  return length === 1 ? 'unpaid order' : `${length} unpaid orders`;
}

function piecesOf(orders: readonly Order[]): number {
  return orders.reduce((sum, { quantity }) => sum + quantity, 0);
}
