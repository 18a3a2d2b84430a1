import { useEffect, useId, useRef, useState } from 'react';
import { centsOf, formatDollars, intoPayments } from '#contract/money.ts';
import { DeliveryFields } from '#web/orders/delivery-fields.tsx';
import { ListHoldLine, useHold } from '#web/orders/hold-line.tsx';
import type { Delivery } from '#web/orders/known-deliveries.ts';
import { loadOrderer, type Orderer } from '#web/orders/load-orderer.ts';
import { useSession } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { endListKey, listKey } from '#web/order-list/list-key.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Submit } from '#web/ui/submit.tsx';
import { typedText } from '#web/ui/typed-text.ts';
import { useForm } from '#web/ui/use-form.ts';
import { useMisfitQuestion } from '#web/vehicle/misfit-question.tsx';
import { linesInWords } from './added-words.ts';
import { useListDraft } from './list-draft.ts';
import type { PadRow, PadSum } from './pad-rows.ts';
import { refusedInWords, type ListOutcome, type SentLine } from './submit-list.ts';
import { usePlaced } from './use-placed.ts';

interface Placing {
  readonly rows: readonly PadRow[];
  readonly sum: PadSum;
  /** Asks the shop anew about the lines. */
  readonly onStale: () => void;
}

interface Asking extends Placing {
  /** Whether the list is on its way: the dialog stays until the answer is there, so that nobody orders it once more. */
  readonly isSent: boolean;
  readonly onSent: (isSent: boolean) => void;
  readonly onClose: () => void;
}

/** Asks where the list goes, and orders it. */
export function PlaceDialog(props: Asking) {
  const id = useId();
  const orderer = useOrderer();
  return (
    <Dialog
      open
      labelledBy={`${id}title`}
      describedBy={`${id}sum`}
      onEscape={() => !props.isSent && props.onClose()}
    >
      <h2 id={`${id}title`} className="text-lg font-semibold">
        Where does it go?
      </h2>
      <p id={`${id}sum`} className="figures mt-1">
        {`${linesInWords(props.sum.lines)}, ${formatDollars(props.sum.total)}. ${paymentsIn(goodRows(props.rows))}`}
      </p>
      <PlaceForm {...props} orderer={orderer} />
    </Dialog>
  );
}

function PlaceForm(props: Asking & { orderer: Orderer | undefined }) {
  const { orderer, onClose, onSent } = props;
  const rows = goodRows(props.rows);
  const { draft, type } = useListDraft(useSession()?.email ?? '');
  const delivery = deliveryOf(draft, orderer);
  const placed = usePlaced(props.rows, onClose);
  const partly = useRef<HTMLInputElement>(null);
  const question = useMisfitQuestion(rows.flatMap(partIn));
  const { Form, attributes, form, ...sent } = useForm<ListOutcome | Invalid>({
    asks: question.asks,
    asksLater: question.asksLater,
    check: (fields) => missingIn(fields),
    key: listKey,
    after: (answer) => {
      // They see that this list was ordered, now or before: the next one is another.
      if (answer.kind === 'placed' || answer.kind === 'used') endListKey();
      if (answer.kind === 'placed') placed(answer);
    },
  });
  const { pending, outcome, errors } = sent;
  useEffect(() => onSent(pending), [pending, onSent]);
  const orderPossible = () => {
    if (!partly.current) return;
    partly.current.value = 'yes';
    form.current?.requestSubmit();
    // What is sent has it by now; a try that a fault or a question held up is another one.
    partly.current.value = '';
  };
  const hold = useHold(outcome);
  const refused = outcome?.kind === 'refused' || outcome?.kind === 'used' ? outcome : undefined;
  return (
    <Form
      {...attributes}
      aria-label="Order the list"
      className="mt-4 flex flex-col gap-4"
      onKeyDown={(event) => isSend(event) && event.currentTarget.requestSubmit()}
    >
      <input type="hidden" name="lines" value={JSON.stringify(rows.map(sentLine))} />
      <input type="hidden" name="partly" ref={partly} defaultValue="" />
      <DeliveryFields orderer={orderer} delivery={delivery} onType={type} errors={errors} />
      <Field
        label="Your PO number (optional)"
        name="poNumber"
        maxLength={64}
        autoComplete="off"
        value={draft.poNumber ?? ''}
        onChange={({ target }) => type({ poNumber: target.value })}
      />
      <Field
        label="Note to us (optional)"
        name="note"
        maxLength={500}
        autoComplete="off"
        value={draft.note ?? ''}
        onChange={({ target }) => type({ note: target.value })}
      />
      {question.render(sent.asked !== undefined, { onOrder: sent.yes, onBack: sent.no })}
      <ListHoldLine hold={hold} lines={rows.length} />
      <div role="status" className="empty:-mt-4">
        {refused && <Refused {...props} rows={rows} refused={refused} onPartly={orderPossible} />}
      </div>
      <div className="grid gap-3 sm:grid-cols-[auto_1fr]">
        <Button onClick={onClose} disabled={pending}>
          Back to the list
        </Button>
        <Submit pending={pending} look="signal">
          {`Order for ${formatDollars(props.sum.total)}`}
        </Submit>
      </div>
    </Form>
  );
}

/** Where the list goes: as it was typed, or else as in the last order, as soon as that is known. */
function deliveryOf({ address, phone }: Partial<Delivery>, orderer: Orderer | undefined): Delivery {
  const last = orderer?.deliveries[0] ?? { address: '', phone: '' };
  return address === undefined || phone === undefined ? last : { address, phone };
}

/** Ctrl and Enter send what is written, also from a field of several lines. */
export const isSend = ({
  key,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean =>
  key === 'Enter' && (ctrlKey || metaKey);

type Invalid = {
  readonly kind: 'invalid';
  readonly errors: Partial<Record<keyof Delivery, string>>;
};

function missingIn(fields: FormData): Invalid['errors'] | undefined {
  const wrong = {
    ...(typedText(fields, 'address').trim() === '' && { address: 'Address is required' }),
    ...(typedText(fields, 'phone').trim() === '' && { phone: 'Phone is required' }),
  };
  return Object.keys(wrong).length > 0 ? wrong : undefined;
}

/** Why nothing was ordered; where it is because of some lines, the others can be ordered without them. */
function Refused(
  props: Placing & {
    refused: Extract<ListOutcome, { kind: 'refused' | 'used' }>;
    onPartly: () => void;
    onClose: () => void;
  },
) {
  const { rows, refused, onPartly, onStale, onClose } = props;
  const { lines } = refused;
  return (
    <Notice tone="bad">
      <p className="font-semibold">{refused.sentence}</p>
      {lines.length > 0 && (
        <>
          <ul className="figures mt-1 list-disc ps-5 text-sm">
            {lines.slice(0, 5).map((line) => (
              <li key={line.index}>
                {`${rows[line.index]?.line.number ?? ''}: ${refusedInWords(line)}`}
              </li>
            ))}
            {lines.length > 5 && <li>{`and ${lines.length - 5} more`}</li>}
          </ul>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              small
              onClick={() => {
                onStale();
                onClose();
              }}
            >
              Look at the lines
            </Button>
            {lines.length < rows.length && (
              <Button small onClick={onPartly}>
                {`Order only the other ${linesInWords(rows.length - lines.length)}`}
              </Button>
            )}
          </div>
        </>
      )}
    </Notice>
  );
}

/** What the customer ordered with before saves typing. */
function useOrderer(): Orderer | undefined {
  const session = useSession();
  const [orderer, setOrderer] = useState<Orderer>();
  useEffect(() => {
    if (session === undefined) return undefined;
    const leaving = new AbortController();
    void loadOrderer(session, leaving.signal).then(
      (loaded) => leaving.signal.aborted || setOrderer(loaded),
    );
    return () => leaving.abort();
  }, [session]);
  return orderer;
}

/** The rows that can be ordered as they are. */
const goodRows = (rows: readonly PadRow[]): readonly PadRow[] =>
  rows.filter(({ advice, twin }) => advice?.fits && !twin);

function sentLine({ found, line }: PadRow): SentLine {
  return {
    productId: found?.kind === 'part' ? found.part._id : '',
    quantity: line.quantity ?? 0,
  };
}

function partIn({ found }: PadRow) {
  return found?.kind === 'part' ? [{ id: found.part._id, name: found.part.name }] : [];
}

function paymentsIn(rows: readonly PadRow[]): string {
  const payments = intoPayments(rows, ({ advice }) => centsOf(advice?.total ?? 0)).length;
  return payments > 1
    ? `One card payment can collect $999999.99 at most, so you pay in ${payments} payments.`
    : 'One payment.';
}
