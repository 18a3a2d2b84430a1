import { useState } from 'react';
import type { FitVote } from '#contract/fit-votes.ts';
import type { Order, OrderHistory } from '#contract/orders.ts';
import { limits, texts } from '#contract/texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, Select, TextArea } from '#web/ui/field.tsx';
import { fillField } from '#web/ui/fill-field.ts';
import { FormEnd } from '#web/ui/form-end.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { vehicleInWords } from '#web/vehicle/my-vehicle.ts';
import { TriedVehicleFields } from '#web/vehicle/tried-vehicle-fields.tsx';
import { verdictWords, type VehicleErrors } from '#web/vehicle/tried-vehicle.ts';
import { longestMessage, reviewErrors, typedReview, type ReviewOutcome } from './add-review.ts';
import { inPieces } from '#web/ui/in-pieces.ts';

/** Rating and message (Spec §2, §5). It begins empty; a button fills in the earlier review, if there is one. */
export function ReviewForm({ order, earlier }: { order: Order; earlier: OrderHistory['review'] }) {
  const { Form, attributes, form, pending, outcome, errors } = useForm<ReviewOutcome>({
    check: (fields) => reviewErrors(typedReview(fields)),
  });
  return (
    <Form {...attributes} className="flex flex-col gap-4">
      {earlier && <Earlier review={earlier} onEdit={() => fill(form.current, earlier)} />}
      <Field
        label="Rating"
        name="rating"
        type="number"
        inputMode="numeric"
        min={limits.ratingMin}
        max={limits.ratingMax}
        step={1}
        defaultValue={limits.ratingDefault}
        required
        className="max-w-32"
        error={errors?.rating}
        help={`${limits.ratingMin} to ${limits.ratingMax}; ${limits.ratingMax} is best.`}
      />
      <TextArea
        label="Message"
        name="message"
        rows={6}
        required
        maxLength={longestMessage}
        error={errors?.message}
        help={`Everybody can read it, with your name. About your order of ${inPieces(order.quantity)}${earlier ? '' : '; a second review of it replaces the first'}.`}
      />
      <Fits productId={order.productId} said={earlier?.fits ?? []} errors={errors} />
      <FormEnd button={texts.addReview} pending={pending} outcome={outcome} />
    </Form>
  );
}

/** On which vehicle the part was tried; what an earlier review said of vehicles stays unless it is changed. */
function Fits(props: {
  productId: string;
  said: readonly FitVote[];
  errors: VehicleErrors | undefined;
}) {
  const { productId, said, errors } = props;
  const [verdict, setVerdict] = useState('');
  return (
    <fieldset className="border-base-300 flex flex-col gap-4 border-t pt-5">
      <legend className="sr-only">Did it fit?</legend>
      {said.map(({ verdict: before, ...vehicle }) => (
        <div key={JSON.stringify(vehicle)}>
          <input type="hidden" name="said" value={JSON.stringify(vehicle)} />
          <Select label={vehicleInWords(vehicle)} name="said-verdict" defaultValue={before}>
            <option value="">I take back what I said</option>
            <Verdicts />
          </Select>
        </div>
      ))}
      {said.length < mostVotes && (
        <Select
          label={said.length === 0 ? 'Did it fit?' : 'Did it fit another vehicle?'}
          name="verdict"
          optional
          value={verdict}
          onChange={(event) => setVerdict(event.target.value)}
          help="Others with this vehicle see how many buyers confirm that the part fits."
        >
          <option value="">I do not say</option>
          <Verdicts />
        </Select>
      )}
      {verdict !== '' && <TriedVehicleFields productId={productId} errors={errors} />}
    </fieldset>
  );
}

/** As many vehicles as a review may speak of. */
const mostVotes = 10;

function Verdicts() {
  return Object.entries(verdictWords).map(([verdict, words]) => (
    <option key={verdict} value={verdict}>
      {words}
    </option>
  ));
}

function Earlier(props: { review: NonNullable<OrderHistory['review']>; onEdit: () => void }) {
  const { review, onEdit } = props;
  return (
    <section aria-labelledby="earlier-review" className="border-base-300 mb-2 border-b pb-5">
      <h2
        id="earlier-review"
        className="font-semibold"
      >{`You gave it ${review.rating} of ${limits.ratingMax}`}</h2>
      <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{review.message}</p>
      <p className="quiet mt-3 text-sm">What you send now replaces this review.</p>
      <Button small className="mt-2" onClick={onEdit}>
        Edit this review
      </Button>
    </section>
  );
}

function fill(
  form: HTMLFormElement | null,
  { rating, message }: NonNullable<OrderHistory['review']>,
): void {
  const [stars, words] = [form?.elements.namedItem('rating'), form?.elements.namedItem('message')];
  if (!(stars instanceof HTMLInputElement) || !(words instanceof HTMLTextAreaElement)) return;
  fillField(stars, String(rating));
  fillField(words, message);
  words.focus();
}
