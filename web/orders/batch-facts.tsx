import type { ReactNode } from 'react';
import type { Batch } from '#contract/batches.ts';
import { formatDollars } from '#contract/money.ts';
import { Address } from '#web/ui/address.tsx';
import { Panel } from '#web/ui/page.tsx';

/** What a list comes to, and what is left to pay. */
export function BatchSums({ totals }: { totals: Batch['totals'] }) {
  const { ordered, cancelled, paid, refunded, open } = totals;
  return (
    <Panel className="p-5 sm:p-6">
      <h2 className="mb-3 text-lg font-semibold">Sums</h2>
      <dl className="figures flex flex-col gap-1.5">
        <Sum name="Ordered" amount={ordered} />
        {cancelled > 0 && <Sum name="Cancelled" amount={cancelled} />}
        <Sum name="Paid" amount={paid} />
        {refunded > 0 && <Sum name="Refunded" amount={refunded} />}
        <Sum name="Left to pay" amount={open} isLast />
      </dl>
    </Panel>
  );
}

function Sum({ name, amount, isLast }: { name: string; amount: number; isLast?: boolean }) {
  return (
    <div
      className={`flex flex-wrap items-baseline justify-between gap-x-6 ${isLast ? 'border-base-300 mt-1 border-t pt-2.5 text-base font-semibold' : ''}`}
    >
      <dt>{name}</dt>
      <dd>{formatDollars(amount)}</dd>
    </div>
  );
}

/** Where a list goes, and what its customer wrote with it. */
export function BatchFacts({ batch: { poNumber, note, orders } }: { batch: Batch }) {
  const [first] = orders;
  return (
    <Panel className="p-5 sm:p-6">
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {poNumber !== '' && <Fact name="PO number">{poNumber}</Fact>}
        {note !== '' && (
          <Fact name="Note to the seller">
            <span className="whitespace-pre-line">{note}</span>
          </Fact>
        )}
        {first && (
          <>
            <Fact name="Deliver to">
              <span className="whitespace-pre-line">{`${first.name}\n${first.address}`}</span>
            </Fact>
            <Fact name="Contact">
              {first.phone}
              <br />
              <Address email={first.email} />
            </Fact>
          </>
        )}
      </dl>
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="quiet text-sm font-semibold">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
