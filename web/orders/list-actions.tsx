import type { ListedBatch } from '#contract/my-orders.ts';
import { texts } from '#contract/texts.ts';
import { BatchAgain } from '#web/order-again/order-again.tsx';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { StepNoteLine, type StepNote } from '#web/ui/step-note.tsx';
import type { UnpaidList } from './cancel-list.tsx';

/** What can be done with a list in its row: as with an order, all its unpaid lines are paid or cancelled at once. */
export function ListActions(props: {
  list: ListedBatch;
  note: StepNote | undefined;
  onCancel: (list: UnpaidList) => void;
}) {
  const { _id, number, states, unpaidTotal: total } = props.list;
  const { unpaid } = states;
  return (
    <div>
      <div className="flex gap-2 max-md:flex-wrap max-md:justify-end">
        {unpaid > 0 && (
          <ButtonLink small look="signal" to={paths.payTogether({ batches: [_id] })}>
            {texts.pay}
          </ButtonLink>
        )}
        {unpaid > 0 && (
          <Button small onClick={() => props.onCancel({ _id, number, unpaid, total })}>
            {texts.cancel}
            <span className="sr-only">{`: unpaid lines of list ${number}`}</span>
          </Button>
        )}
        {unpaid === 0 && (
          <ButtonLink small to={paths.batch(_id)}>
            Open<span className="sr-only">{` list ${number}`}</span>
          </ButtonLink>
        )}
        <BatchAgain batchId={_id} words="Again" small look="quiet" />
      </div>
      <StepNoteLine note={props.note} rowId={_id} />
    </div>
  );
}
