import { formatDollars } from '#contract/money.ts';
import { returnLimits, returnReasons } from '#contract/return-rules.ts';
import type { OrderReturns as Returns, Return } from '#contract/returns.ts';
import type { Deferred } from '#web/api/defer.ts';
import { paths } from '#web/paths.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { FileField } from '#web/ui/field.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import { momentOf } from '#web/ui/moment.ts';
import { Panel } from '#web/ui/page.tsx';
import { Failed } from '#web/ui/states.tsx';
import type { StepOutcome } from '#web/ui/step-note.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { ReturnBadge } from './return-badge.tsx';
import { ReturnForm } from './return-form.tsx';
import { ReturnPictures } from './return-pictures.tsx';
import { pictureError, picturesIn } from './return-steps.ts';
import { inPieces } from '#web/ui/in-pieces.ts';

/** The returns of an order, and the form for another one; nothing where there is neither. */
export function OrderReturns({
  returns,
  isOwn,
  productId,
}: {
  returns: Deferred<Returns | undefined>;
  /** Only the order's customer is offered the steps. */
  isOwn: boolean;
  /** What was ordered. */
  productId: string;
}) {
  return (
    <WhenLoaded
      data={returns}
      waiting={null}
      failed={<Failed>The returns are not available right now.</Failed>}
    >
      {(loaded) => loaded && <TheReturns {...loaded} isOwn={isOwn} productId={productId} />}
    </WhenLoaded>
  );
}

function TheReturns(props: Returns & { isOwn: boolean; productId: string }) {
  const { returns, returnable, isOwn, productId } = props;
  const mayAsk = isOwn && returnable > 0;
  if (returns.length === 0 && !mayAsk) return null;
  return (
    <Panel className="p-5 sm:p-6">
      <h2 className="text-lg font-semibold">Returns</h2>
      {returns.length > 0 && (
        <ul className="mt-3 flex flex-col">
          {returns.map((one) => (
            <li key={one._id} className="border-base-300 border-b py-4 first:pt-0 last:border-0">
              <ReturnFacts of={one} />
              {isOwn && ['asked', 'agreed'].includes(one.status) && <OwnSteps of={one} />}
            </li>
          ))}
        </ul>
      )}
      {!isOwn && <TextLink to={paths.returns}>Answer and settle returns</TextLink>}
      {mayAsk && (
        <details>
          <summary className="link mt-2 w-fit cursor-pointer py-2.5">Return pieces</summary>
          {/* The key resets the form after each return. */}
          <ReturnForm key={returns.length} returnable={returnable} productId={productId} />
        </details>
      )}
    </Panel>
  );
}

/** What is sent back and why, what the shop answered, and what came of it. */
export function ReturnFacts({ of }: { of: Return }) {
  const { reason, vehicle, quantity, note, words } = of;
  return (
    <>
      <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="unbroken font-semibold">{of.number}</span>
        <ReturnBadge status={of.status} />
        <time dateTime={of.createdAt} className="quiet text-sm">
          {momentOf(of.createdAt)}
        </time>
      </p>
      <p className="figures mt-1 [overflow-wrap:anywhere]">
        {`${inPieces(quantity)}: ${returnReasons[reason].toLowerCase()}`}
        {vehicle !== '' && ` (${vehicle})`}
      </p>
      {note !== '' && (
        <p className="quiet mt-1 max-w-prose [overflow-wrap:anywhere] whitespace-pre-line">
          {note}
        </p>
      )}
      {words !== '' && (
        <p className="mt-2 max-w-prose [overflow-wrap:anywhere] whitespace-pre-line">
          <span className="font-semibold">The shop: </span>
          {words}
        </p>
      )}
      <Came of={of} />
      <ReturnPictures of={of} />
    </>
  );
}

function Came({ of: { quantity, receivedQuantity, refunded } }: { of: Return }) {
  if (receivedQuantity === null) return null;
  const came = receivedQuantity === quantity ? 'All pieces' : `${receivedQuantity} of ${quantity}`;
  return (
    <p className="figures mt-2 font-semibold">
      {`${came} have arrived${
        refunded === null
          ? ''
          : refunded === 0
            ? ', no money back'
            : `, ${formatDollars(refunded)} back`
      }.`}
    </p>
  );
}

/** What its customer can do with a return of which nothing has arrived. */
function OwnSteps({ of }: { of: Return }) {
  const left = returnLimits.pictures - of.pictures.length;
  return (
    <div className="mt-2 flex flex-col items-start gap-x-6">
      {left > 0 && (
        <details>
          <summary className="link w-fit cursor-pointer py-2.5">Add pictures</summary>
          <PicturesForm key={left} of={of} left={left} />
        </details>
      )}
      <Withdraw of={of} />
    </div>
  );
}

function PicturesForm({ of, left }: { of: Return; left: number }) {
  const { Form, attributes, pending, outcome, errors } = useForm<
    StepOutcome | { readonly kind: 'invalid'; readonly errors: { readonly pictures?: string } }
  >({
    check(fields) {
      const wrong = pictureError(picturesIn(fields), left);
      return wrong === undefined ? undefined : { pictures: wrong };
    },
  });
  return (
    <Form
      {...attributes}
      aria-label={`Pictures for ${of.number}`}
      className="mt-1 flex flex-col gap-3"
    >
      <input type="hidden" name="step" value="return-pictures" />
      <input type="hidden" name="return" value={of._id} />
      <FileField
        label="Pictures"
        name="pictures"
        multiple
        accept="image/jpeg,image/png,image/webp"
        error={errors?.pictures}
        help={`${left} more at most; only you and the shop see them`}
      />
      <FormEnd button="Add" look="plain" pending={pending} outcome={outcome} />
    </Form>
  );
}

function Withdraw({ of }: { of: Return }) {
  const { Form, attributes, pending, outcome, ...question } = useForm<StepOutcome>({ asks: true });
  return (
    <Form {...attributes} aria-label={`Withdraw ${of.number}`} className="mt-3">
      <input type="hidden" name="step" value="withdraw-return" />
      <input type="hidden" name="return" value={of._id} />
      <FormEnd button="Withdraw the return" look="plain" pending={pending} outcome={outcome} />
      <Confirm
        open={question.asked !== undefined}
        title="Withdraw the return"
        question={`Take back your return of ${inPieces(of.quantity)}? Then please keep them.`}
        pending={pending}
        onYes={question.yes}
        onNo={question.no}
      />
    </Form>
  );
}
