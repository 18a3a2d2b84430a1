import type { OrderHistory } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import { StepNoteLine } from '#web/ui/step-note.tsx';
import { useStep } from '#web/ui/use-step.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';

/** Paying or cancelling an unpaid order. */
export function UnpaidSteps({ order }: { order: OrderHistory['order'] }) {
  const cancelling = useStep<string>((step) => ({ step }));
  return (
    <div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink look="signal" to={paths.payment(order._id)}>
          {texts.pay}
        </ButtonLink>
        <Button onClick={() => cancelling.ask('cancel')}>{texts.cancel}</Button>
      </div>
      <StepNoteLine note={cancelling.note} rowId={order._id} />
      <Confirm
        open={cancelling.asked !== undefined}
        title={texts.confirmCancelTitle}
        question={texts.confirmCancelQuestion}
        pending={cancelling.pending}
        onYes={cancelling.yes}
        onNo={cancelling.no}
      />
    </div>
  );
}
