import { useState } from 'react';
import type { OrderHistory } from '#contract/orders.ts';
import { StepNoteLine } from '#web/ui/step-note.tsx';
import { useStep } from '#web/ui/use-step.ts';
import { newRandomKey } from '#web/api/random-key.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Panel } from '#web/ui/page.tsx';

/** The link by which somebody else pays an order, to copy or replace. */
export function PayLink({ order }: { order: OrderHistory['order'] }) {
  const renewing = useStep<string>((key) => ({ step: 'renew-link', key }));
  const [origin] = useState(() => location.origin);
  const link = origin + paths.payment(order._id, order.linkKey);
  return (
    <Panel className="mt-6 p-5 sm:p-6">
      <h2 className="text-lg font-semibold">Let somebody else pay</h2>
      <p className="mt-2">Whoever has this link can pay the order, and only that.</p>
      <p className="figures bg-base-200 mt-3 rounded-sm px-3 py-2 text-sm [overflow-wrap:anywhere]">
        {link}
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <CopyButton text={link} what="the payment link" />
        <Button small onClick={() => renewing.ask(newRandomKey())}>
          Make a new link
        </Button>
      </div>
      <StepNoteLine note={renewing.note} rowId={order._id} />
      <Confirm
        open={renewing.asked !== undefined}
        title="Make a new link"
        question="The old link stops working at once, also for somebody who is just paying by it. You need no link yourself."
        pending={renewing.pending}
        yes="signal"
        onYes={renewing.yes}
        onNo={renewing.no}
      />
    </Panel>
  );
}
